# `status`. Sourced by `pianzhang`.
# shellcheck shell=sh

# Exits 0 if nothing needs somebody: its last line is the verdict over all others.
do_status() {
  [ $# = 0 ] || usage
  expect_installed status
  wrong=0
  state=$(systemctl is-active pianzhang) || :
  say "程序：$(version_of "$home")（$home）"
  say "服务：$state，开机启动：$(systemctl is-enabled pianzhang 2>/dev/null || :)"
  say_service
  timer=$(systemctl show pianzhang-backup.timer --value -p NextElapseUSecRealtime)
  say "定时备份：下次 ${timer:-未启用}"
  [ ! -e "$PLAN" ] || trouble '上次升级没有完成：运行 pianzhang upgrade 继续，或 pianzhang rollback 回到升级前'
  data=$(setting DATA_DIR)
  for folder in "${data:-$DATA}"/postgres.before-* "${data:-$DATA}"/postgres.of-*; do
    [ -e "$folder" ] || continue
    kept='升级前的数据库'
    case $folder in */postgres.of-*) kept='回退前的数据库，回退前录入的内容只在其中' ;; esac
    say "$kept：$folder（$(du -sh "$folder" | cut -f 1)），见《升级与回退》"
  done
  code=0
  text=$(as_service "$home/pianzhang" admin status) || code=$?
  printf '%s\n' "$text" | grep -vx '没有须处理的问题' || :
  found=$(printf '%s\n' "$text" | grep -c '^须处理：') || :
  wrong=$((wrong + found))
  [ "$code" = 0 ] || [ "$found" -gt 0 ] || [ "$state" != active ] || trouble '没有读到系统状态，原因见上'
  result=$(systemctl show pianzhang-backup.service --value -p Result)
  case $result/$text in
  success/* | */*备份失败：*) ;;
  *) trouble "定时备份失败（$result），原因见 journalctl -u pianzhang-backup。重新备份：pianzhang backup" ;;
  esac
  [ "$wrong" = 0 ] && say '没有须处理的问题' && exit 0
  say "有 $wrong 项须处理，见上面以“须处理”开头的各行"
  exit 1
}

trouble() {
  wrong=$((wrong + 1))
  say "须处理：$1"
}

say_service() {
  if [ "$state" = active ]; then
    as_service "$home/pianzhang" health && as_service "$home/pianzhang" ready || trouble '服务没有就绪，原因见 journalctl -u pianzhang -n 50'
    return
  fi
  case $state in
  activating) trouble '服务正在启动，或反复启动不成功：journalctl -fu pianzhang' ;;
  *) trouble '服务没有运行：systemctl start pianzhang' ;;
  esac
  say '服务最后的记录：'
  journalctl --unit pianzhang --lines 10 --output cat --no-pager || :
}
