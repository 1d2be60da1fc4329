# Paths and small parts of all commands. Sourced by `pianzhang`, which sets `home` and `node`.
# shellcheck shell=sh

# Where an installation is; the units name the same paths.
OPT=/opt/pianzhang
ETC=/etc/pianzhang
DATA=/var/lib/pianzhang
BACKUPS=/var/backups/pianzhang
LINK=/usr/local/bin/pianzhang
PLAN=$OPT/upgrade.plan
LOCK=/run/pianzhang.lock

# A terminal that is gone must not end an upgrade, so a failure to print is none.
say() { printf '%s\n' "$*" 2>/dev/null || :; }

refuse() {
  printf '%s\n' "$*" >&2 || :
  exit 1
}

# What failed, in what state the machine is, what to do.
fail() {
  printf '失败：%s\n现状：%s\n下一步：%s\n' "$1" "$2" "$3" >&2 || :
  exit 1
}

usage() {
  cat >&2 <<END
用法：$0 <命令>

  不安装也可以使用：
  start            启动服务，在前台运行；不写命令时相同
  admin <命令>     管理命令，例如 admin backup、admin check；列表见 admin --help
  health           服务进程是否有应答，供监控使用
  ready            服务能否处理请求；ready --wait 120 最多等 120 秒
  version          版本
  verify           核对程序文件

  安装在本机时，以 root 运行：
  install          安装为 systemd 的服务，可重复运行
  status           运行情况
  backup           立即备份一次并校验，存到异地，与每天的定时备份相同
  restic <命令>    用 restic 查看或取回异地的备份，例如 restic snapshots
  upgrade <文件>   升级到另一个发布文件；新版本不能就绪时自动回到旧版本
  rollback         回到升级前的版本
  uninstall        删除程序，保留数据、备份和设置
END
  exit 2
}

expect_root() {
  [ "$(id -u)" = 0 ] || refuse "请以 root 运行：sudo pianzhang $*"
}

expect_installed() {
  expect_root "$@"
  [ "$(readlink -f "$OPT/current")" = "$home" ] || refuse "请用已安装的命令运行：$LINK $*；尚未安装时先运行 ./pianzhang install"
}

# One of install, uninstall, upgrade and rollback at a time. A kernel lock: it ends with the process, however that dies.
lock() {
  umask 022
  exec 9>"$LOCK"
  flock -n 9 || refuse '另一个 pianzhang 的安装、升级或回退正在进行，请等它结束'
}

# Runs a program as the service's user with the service's settings. systemd itself reads the file of settings, so quotes, comments and escapes
# mean the same as for the service. --pipe passes our own stdin, stdout and stderr on, so a backup of any size streams through no other process.
# In the background and waited for, so that a signal to us can stop it: a transient unit would go on by itself. Exits with the program's status.
become_service() {
  unit=pianzhang-command-$(date +%s)-$$
  # The lock is not this command's: it must not outlive an upgrade that was killed.
  exec 8<&0 9>&-
  signal=0
  trap 'signal=130' INT
  trap 'signal=143' TERM HUP
  # Without a description systemd would log the command with its arguments: passwords, names, phone numbers.
  systemd-run --quiet --pipe --wait --collect --unit="$unit" --description='A command of Pianzhang' -p User=pianzhang -p UMask=0077 -p LimitNOFILE=65536 \
    -p KillMode=mixed \
    -p EnvironmentFile="$ETC/pianzhang.env" -p EnvironmentFile="-$ETC/restic.env" -p CacheDirectory=pianzhang -p CacheDirectoryMode=0700 \
    -E XDG_CACHE_HOME=/var/cache/pianzhang -p WorkingDirectory="-$PWD" -E PIANZHANG_SETTINGS=loaded "$@" <&8 8<&- &
  child=$!
  exec 8<&-
  # A signal interrupts `wait`; the program's own status comes when it has ended.
  while :; do
    code=0
    wait "$child" || code=$?
    kill -0 "$child" 2>/dev/null || break
    [ "$signal" = 0 ] || stop_unit
  done
  [ "$signal" = 0 ] || exit "$signal"
  exit "$code"
}

# Repeated for five seconds, as a signal may come before systemd knows the unit.
stop_unit() {
  tries=0
  until systemctl stop "$unit" 2>/dev/null || [ "$tries" = 25 ]; do
    tries=$((tries + 1))
    sleep 0.2
  done
}

as_service() ( become_service "$@" )

# A setting as the service has it; empty if unset.
setting() {
  as_service /usr/bin/printenv "$1" </dev/null || :
}

# While a rollback exchanges the database's folder, a start (of a machine that lost its power) would make an empty database.
expect_whole_data() {
  [ -e "$PLAN" ] || return 0
  case $(cat "$PLAN") in
  *step=swap*)
    echo '上次回退没有完成，请以 root 运行：pianzhang rollback' >&2
    # EX_CONFIG, as main.ts has it: a restart does not help.
    exit 78
    ;;
  esac
}

# From the stop of the old version on, a command might start the embedded database while its folder is copied or exchanged.
expect_no_upgrade() {
  [ "${PIANZHANG_SETTINGS-}" = loaded ] && [ -e "$PLAN" ] || return 0
  case $(cat "$PLAN") in
  *step=stopped* | *step=switched* | *step=back* | *step=swap*)
    refuse '正在升级或回退，请等它结束后再执行；没有在进行时，上次没有完成，请以 root 运行 pianzhang upgrade 继续，或 pianzhang rollback 回到升级前'
    ;;
  esac
}

# An upgrade or rollback that waits for this version to become ready may still give the database back to the other one, so the server refuses writes until the
# plan is over. After a loss of power nobody waits; a way back then asks first.
hold_writes() {
  [ "${PIANZHANG_SETTINGS-}" = loaded ] && [ -e "$PLAN" ] && [ -e "$LOCK" ] || return 0
  case $(cat "$PLAN") in
  *step=switched* | *step=back*) (flock -n -s 9) 9<"$LOCK" || export PIANZHANG_UPGRADE_PLAN="$PLAN" ;;
  esac
}

# $1: `live`, the process answers, or `ready`, requests may be sent to it. Then the command's words: `--wait` and for how many seconds it is asked
# again, `infinity` for as long as the unit's main process lives (systemd sets MAINPID). Nothing is said of a start that goes on.
ask() {
  wait=0
  if [ $# != 2 ]; then
    [ $# = 4 ] && [ "$3" = --wait ] || usage
    wait=$4
  fi
  case $wait in infinity) ;; '' | *[!0-9]*) usage ;; esac
  # shellcheck disable=SC2016
  exec "$node" -e '
    const [, part, seconds] = process.argv
    const port = process.env.PORT?.trim() || "3000"
    const given = process.env.HOST?.trim() || "127.0.0.1"
    // A server that listens everywhere is asked on this machine.
    const local = { "0.0.0.0": "127.0.0.1", "::": "::1" }[given] ?? given
    const host = local.includes(":") ? `[${local}]` : local
    const lives = (pid) => { try { return process.kill(pid, 0) } catch { return false } }
    const { MAINPID } = process.env
    const until = seconds === "infinity" ? Infinity : Date.now() + seconds * 1_000
    for (;;) {
      const options = { signal: AbortSignal.timeout(4_000) }
      const answer = await fetch(`http://${host}:${port}/api/common/${part}`, options).catch(() => null)
      const text = await answer?.text().catch(String)
      if (answer?.ok) {
        console.log(part === "live" ? "服务有应答" : "服务已就绪")
        break
      }
      const ended = MAINPID && !lives(Number(MAINPID))
      if (ended || Date.now() >= until || port === "0") {
        process.exitCode = 1
        // Why it has ended, it has said itself.
        if (!ended) console.error(answer ? `服务未就绪：${text}` : `${host}:${port} 没有应答，服务未启动或没有响应。`)
        break
      }
      await new Promise((done) => setTimeout(done, 500))
    }' "$1" "$wait"
}
