# `status`. Sourced by `pianzhang`.
# shellcheck shell=sh

# Exits 0 if nothing needs somebody.
do_status() {
  [ $# = 0 ] || usage
  expect_installed status
  wrong=0
  state=$(systemctl is-active pianzhang) || wrong=1
  say "程序：$(version_of "$home")（$home）"
  say "服务：$state，开机启动：$(systemctl is-enabled pianzhang 2>/dev/null || :)"
  as_service "$home/pianzhang" health || wrong=1
  as_service "$home/pianzhang" ready || wrong=1
  timer=$(systemctl show pianzhang-backup.timer --value -p NextElapseUSecRealtime)
  result=$(systemctl show pianzhang-backup.service --value -p Result)
  say "定时备份：下次 ${timer:-未启用}"
  [ "$result" = success ] || { wrong=1 && say "定时备份：上次失败（$result），原因见 journalctl -u pianzhang-backup"; }
  [ ! -e "$PLAN" ] || { wrong=1 && say '上次升级没有完成：运行 pianzhang upgrade 继续，或 pianzhang rollback 回到升级前'; }
  if [ "$state" != active ]; then
    say '服务最后的记录：'
    journalctl --unit pianzhang --lines 10 --output cat --no-pager || :
  fi
  data=$(setting DATA_DIR)
  for folder in "${data:-$DATA}"/postgres.before-* "${data:-$DATA}"/postgres.of-*; do
    [ -e "$folder" ] || continue
    kept='升级前的数据库'
    case $folder in */postgres.of-*) kept='回退前的数据库，回退前录入的内容只在其中' ;; esac
    say "$kept：$folder（$(du -sh "$folder" | cut -f 1)），见《升级与回退》"
  done
  as_service "$home/pianzhang" admin status || wrong=1
  exit "$wrong"
}
