# `rollback`. Sourced by `pianzhang`.
# shellcheck shell=sh

do_rollback() {
  sure=0
  case $# in
  0) ;;
  1)
    [ "$1" = --yes ] || usage
    sure=1
    ;;
  *) usage ;;
  esac
  expect_installed rollback
  lock
  # It goes on when its terminal is gone.
  trap '' HUP PIPE
  if [ -e "$PLAN" ]; then
    plan_read "$PLAN"
    case $step in
    prepared | stopped)
      cancel
      say "已取消升级，$from 已就绪，数据没有改动"
      ;;
    done)
      mv -f "$PLAN" "$LAST"
      roll_back
      ;;
    *)
      # After a restart of the machine, or of an upgrade that was killed, people may have worked with the new version already.
      [ "$step" != switched ] || expect_consent
      trap '' INT TERM
      return_to_old
      ;;
    esac
  else
    [ -e "$LAST" ] || refuse "没有可以回退的升级，正在使用 $(version_of "$OPT/current")；没有改动任何内容"
    roll_back
  fi
}

# From a version that people work with.
roll_back() {
  plan_read "$LAST"
  [ -d "$OPT/$from" ] || refuse "$from 的程序已不在 $OPT 中；没有改动任何内容"
  # Since the upgrade the data may have moved to one.
  ! has_own_database || embedded=0
  expect_consent
  trap '' INT TERM
  if go_back; then
    rm -f "$LAST"
    plan_end
    resume_timer
    say "已回到 $from，服务已就绪"
    if [ "$swapped" = 0 ]; then
      rm -rf "$copy"
      say '数据与回退前相同'
    else
      say "数据是 $(said_time) 升级前的；$to 的数据库保留在 $aside"
    fi
    return
  fi
  if [ "$embedded" = 1 ]; then
    fail "$from 没有就绪" "程序是 $from，数据完整，服务没有就绪" '查看 journalctl -u pianzhang，排除原因后再次运行 pianzhang rollback'
  fi
  # The version that worked goes on.
  use_version "$to" && start_and_wait || fail "$from 不能使用升级后的数据库，$to 也没有就绪" "程序是 $to，数据没有改动" 'pianzhang status'
  plan_end
  resume_timer
  say "$from 不能使用升级后的数据库，$to 已恢复运行，数据没有改动"
  # On an empty database the old version becomes ready.
  say_restore 'pianzhang rollback && systemctl stop pianzhang'
  exit 1
}

# Where the data may go back to those before the upgrade.
expect_consent() {
  [ "$embedded" = 1 ] && [ -e "$copy" ] || return 0
  say "如果 $from 不能使用 $to 的数据库，数据将回到 $(said_time) 升级前，此后录入的内容只留在 $aside 中。"
  [ "$sure" = 0 ] || return 0
  [ -t 0 ] || refuse '确认请运行：pianzhang rollback --yes；没有改动任何内容'
  printf '输入 yes 继续：'
  read -r answer || answer=
  [ "$answer" = yes ] || refuse '没有改动任何内容'
}

said_time() { printf '%s' "$stamp" | sed 's/^\(....\)\(..\)\(..\)-\(..\)\(..\).*/\1-\2-\3 \4:\5/'; }

# From a version that did not become ready. Exits 1 if the old one does not either.
return_to_old() {
  say "正在回到 $from"
  rm -f "$RESERVE"
  if go_back; then
    plan_end
    resume_timer
    rm -rf "${OPT:?}/$to"
    if [ "$swapped" = 0 ]; then
      rm -rf "$copy"
      say "现状：已回到 $from，服务已就绪，数据完整"
    else
      say "现状：已回到 $from，服务已就绪，数据是升级前的；$to 改动过的数据库保留在 $aside"
    fi
    return 0
  fi
  if [ "$embedded" = 1 ]; then
    fail "$from 也没有就绪" "程序是 $from，数据完整，服务没有就绪${backup:+；升级前的备份是 $backup}" \
      '按上面的记录排除原因（例如磁盘空间、设置），再运行 pianzhang rollback'
  fi
  systemctl stop pianzhang
  plan_end
  resume_timer
  say "现状：程序是 $from，服务已停止，数据库已由 $to 升级，$from 不能使用"
  say_restore 'systemctl stop pianzhang'
  exit 1
}
