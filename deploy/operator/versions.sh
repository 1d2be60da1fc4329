# From one version to the other: what `upgrade` and `rollback` share. Sourced by `pianzhang`.
# shellcheck shell=sh

# How long a version may start, as a migration of a large database takes its time, and how long it may listen without being ready.
START_SECONDS=3600
LISTEN_SECONDS=120

has_own_database() { [ -n "$(setting DATABASE_URL)$(setting DATABASE_URL_FILE)" ]; }

# The timer rests meanwhile, as a backup would find no server and start the embedded database by itself.
stop_all() {
  systemctl stop pianzhang-backup.timer
  systemctl stop pianzhang || return 1
  [ "$embedded" = 0 ] || ! is_database_running
}

resume_timer() {
  ! systemctl is-enabled --quiet pianzhang-backup.timer || systemctl start pianzhang-backup.timer
}

# By the process that the lock file names: the file itself stays after a kill.
is_database_running() {
  [ -e "$data/postgres/postmaster.pid" ] || return 1
  read -r pid <"$data/postgres/postmaster.pid"
  [ "$(readlink -f "/proc/$pid/cwd" 2>/dev/null)" = "$(readlink -f "$data/postgres")" ]
}

start_and_wait() {
  systemctl reset-failed pianzhang 2>/dev/null
  began=$(date +%s)
  listening=
  told=0
  # Not waited for here, as a start that migrates ends when it has migrated.
  if systemctl start --no-block pianzhang && wait_ready; then return 0; fi
  say "$(version_of "$OPT/current") 没有就绪。服务最后的记录："
  journalctl --unit pianzhang --since "@$began" --lines 15 --output cat --no-pager 2>/dev/null || :
  return 1
}

# Returns 1 as soon as the service has ended, or has been started three times, or one of the times above is over.
wait_ready() {
  while :; do
    # With a job it has yet to be started.
    [ -n "$(systemctl show pianzhang --value -p Job)" ] ||
      case $(systemctl show pianzhang --value -p ActiveState) in failed | inactive) return 1 ;; esac
    [ "$(systemctl show pianzhang --value -p NRestarts)" -lt 2 ] || return 1
    asked ready && return 0
    now=$(date +%s)
    if asked health; then
      : "${listening:=$now}"
      [ $((now - listening)) -lt "$LISTEN_SECONDS" ] || return 1
    fi
    [ $((now - began)) -lt "$START_SECONDS" ] || return 1
    if [ $(((now - began) / 60)) -gt "$told" ]; then
      told=$(((now - began) / 60))
      say "已等待 $told 分钟，可能正在升级数据库。Ctrl-C 放弃"
    fi
    sleep 2
  done
}

asked() { as_service "$OPT/current/pianzhang" "$1" </dev/null >/dev/null 2>&1; }

# To the old version. It is first started on the database as it is: it becomes ready if nothing was migrated, or only what it can work with, and
# then nothing that was entered is lost. It refuses any other database; then the embedded one is exchanged for its copy. Returns 1 if neither
# helped. `swapped`: whether it was exchanged.
go_back() {
  swapped=0
  if [ "$step" = swap ]; then
    stop_all && use_version "$from" && swap_data && start_and_wait
    return
  fi
  plan_write back && stop_all && use_version "$from" || return 1
  if start_and_wait; then return 0; fi
  [ "$embedded" = 1 ] && [ -e "$copy" ] || return 1
  say '旧版本不能使用升级后的数据库，换回升级前的数据库'
  stop_all && plan_write swap && swap_data && start_and_wait
}

# Two renames. After a kill between them the first is not done again, and until both are done no version starts (`expect_whole_data`).
swap_data() {
  if [ -e "$copy" ]; then
    [ ! -e "$data/postgres" ] || mv -T "$data/postgres" "$aside" || return 1
    mv -T "$copy" "$data/postgres" && sync "$data" || return 1
  fi
  swapped=1
  plan_write back
}

# Back to the state before an upgrade that changed no data yet.
cancel() {
  rm -rf "$copy" "$copy.part"
  if ! { use_version "$from" && start_and_wait; }; then
    fail "$from 没有就绪" '升级已取消，数据没有改动，服务没有就绪' 'pianzhang status'
  fi
  plan_end
  resume_timer
}

# What to do where nobody but the operator can bring the data back. $1: commands after which the old version is linked and stopped.
say_restore() {
  say "数据在自备的 PostgreSQL 中，不能自动换回。要回到 $from，数据为升级前的：
  1. 在数据库服务器上新建一个空的数据库（create database 名称 owner 用户）
  2. 将 $ETC/pianzhang.env 的 DATABASE_URL 改为这个数据库
  3. $1
  4. pianzhang admin restore --from ${backup:-升级前的备份}
  5. systemctl start pianzhang"
}
