# Backups: the unit of every night, the same by hand, and restic with the settings of the off-site copies. Sourced by `pianzhang`.
# shellcheck shell=sh

# What the unit runs, as the service's user.
backup() {
  [ "${PIANZHANG_SETTINGS-}" = loaded ] || refuse '尚未安装。请用 admin backup --into 文件夹'
  exec "$home/pianzhang" admin backup:daily --into "$BACKUPS" --settings "$ETC"
}

# By hand: the unit itself, so that it has the same rights, and its success clears an earlier failure.
do_backup() {
  [ $# = 0 ] || usage
  expect_installed backup
  say '备份中，与每晚的定时备份相同；可以在另一个终端查看进度：journalctl -fu pianzhang-backup'
  cursor=$(journalctl --lines 1 --quiet --show-cursor | sed -n 's/^-- cursor: //p')
  trap 'systemctl stop --quiet pianzhang-backup; exit 130' INT TERM
  code=0
  # Waited for, as a signal interrupts nothing else.
  systemctl start pianzhang-backup &
  wait "$!" || code=$?
  journalctl --sync 2>/dev/null || :
  # `--after-cursor` would leave out the first line: the entry at the cursor, of something else, is passed over before it (systemd 252).
  journalctl ${cursor:+"--cursor=$cursor"} --output cat --no-pager _SYSTEMD_UNIT=pianzhang-backup.service || :
  [ "$code" = 0 ] || say '备份没有成功，原因见上'
  exit "$code"
}

# As the service's user, to whom the files of a repository on this machine belong.
run_restic() {
  [ -n "${BACKUP_RESTIC_REPOSITORY-}${BACKUP_RESTIC_REPOSITORY_FILE-}" ] ||
    refuse "没有异地备份：$ETC/pianzhang.env 中没有 BACKUP_RESTIC_REPOSITORY，见 docs/运维/备份与恢复.md"
  command -v restic >/dev/null || refuse '没有安装 restic，请运行 apt-get install restic'
  export RESTIC_REPOSITORY="${BACKUP_RESTIC_REPOSITORY-}" RESTIC_REPOSITORY_FILE="${BACKUP_RESTIC_REPOSITORY_FILE-}"
  exec restic "$@"
}
