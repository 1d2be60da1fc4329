# The daily backup, by the timer or by hand, as the service's user. Sourced by `pianzhang`.
# shellcheck shell=sh

backup() {
  [ "${PIANZHANG_SETTINGS-}" = loaded ] || refuse '尚未安装。请用 admin backup --into 文件夹'
  "$home/pianzhang" admin backup --into "$BACKUPS" --keep 7
  # Names end in the time, so the last one is the newest.
  newest=
  for file in "$BACKUPS"/pianzhang-[0-9]*.tar.gz; do [ -e "$file" ] && newest=$file; done
  [ -n "$newest" ] || refuse "$BACKUPS 中没有刚才的备份"
  "$home/pianzhang" admin backup:verify "$newest"
}
