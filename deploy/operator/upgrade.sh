# `upgrade`. Sourced by `pianzhang`.
# shellcheck shell=sh

do_upgrade() {
  archive=
  wants_backup=1
  wants_signature=1
  lacking=
  for word in "$@"; do
    case $word in
    --without-backup) wants_backup=0 ;;
    --without-signature) wants_signature=0 ;;
    --lacking-accept) lacking='--lacking accept' ;;
    -*) usage ;;
    *)
      [ -z "$archive" ] || usage
      archive=$word
      ;;
    esac
  done
  expect_installed upgrade
  lock
  # When its terminal is gone, an upgrade whose backup is made goes on; the backup ends, and then nothing is changed.
  trap '' HUP PIPE
  [ ! -e "$PLAN" ] || resume
  [ -n "$archive" ] || usage
  unpack
  plan_upgrade
  # From here on every end but success, Ctrl-C too, leads through `recover`.
  trap 'exit 130' INT TERM
  trap 'code=$?; trap - EXIT; trap "" INT TERM; [ "$code" = 0 ] || recover; exit "$code"' EXIT
  adopt_program "$to"
  make_backup
  plan_step stopped
  say "停止 $from"
  stop_all || give_up '不能停止服务，或者另一个程序在使用数据库（例如正在运行的管理命令）'
  copy_database
  plan_step switched
  go_forward
}

plan_step() { plan_write "$1" || give_up "不能写入 $PLAN（磁盘空间不足？）"; }

give_up() {
  printf '失败：%s\n' "$1" >&2 || :
  exit 1
}

# After an upgrade that was cut off: finishes it, or takes back what it did, and then begins anew with the archive.
resume() {
  plan_read "$PLAN"
  say "上次从 $from 到 $to 的升级没有完成（$step）"
  if [ "$step" = switched ] && [ "$(readlink -f "$OPT/current")" = "$OPT/$to" ]; then
    # Not back by itself: since the interruption people may have worked with the new version.
    use_version "$to" && start_and_wait ||
      fail "$to 没有就绪" "程序是 $to，数据没有改动" '排除原因后再次运行 pianzhang upgrade，或者 pianzhang rollback 回到升级前'
    finish
    exit 0
  fi
  case $step in
  done) finish && exit 0 ;;
  back | swap) return_to_old ;;
  *) cancel && say "已取消上次的升级，$from 已就绪" ;;
  esac
  [ -n "$archive" ] || exit 1
  # The program of this process may have been the new one.
  set -- "$archive" ${lacking:+--lacking-accept}
  [ "$wants_backup" = 1 ] || set -- "$@" --without-backup
  [ "$wants_signature" = 1 ] || set -- "$@" --without-signature
  exec "$OPT/current/pianzhang" upgrade "$@"
}

# Checks the archive and unpacks it to $OPT/.new, beside the service, which goes on.
unpack() {
  case $archive in *.tar.gz) ;; *) refuse "不是发布文件（.tar.gz）：$archive；没有改动任何内容" ;; esac
  [ -r "$archive" ] || refuse "无法读取 $archive；没有改动任何内容"
  [ -r "$archive.sha256" ] || refuse "缺少校验文件 $archive.sha256，请与发布文件一起下载到同一文件夹；没有改动任何内容"
  say "核对 $archive"
  read -r expected rest <"$archive.sha256" || :
  real=$(sha256sum <"$archive")
  [ "$expected" = "${real%% *}" ] || refuse "$archive 与校验文件不符，请重新下载；没有改动任何内容"
  [ "$wants_signature" = 0 ] || expect_signature
  rm -rf "$OPT/.new"
  trap 'rm -rf "$OPT/.new"' EXIT
  mkdir "$OPT/.new"
  tar -xzf "$archive" --no-same-owner --no-same-permissions --strip-components=1 -C "$OPT/.new" ||
    refuse "不能解包到 $OPT（磁盘空间不足，或文件已损坏）；服务没有受影响"
  chmod -R u+rwX,go+rX,go-w "$OPT/.new"
  expect_release "$OPT/.new"
  sync -f "$OPT/.new"
}

# Refuses an archive that is not signed by the publisher of the installed version, whose public key came with it.
expect_signature() {
  otherwise='自行核对来源后可加 --without-signature；没有改动任何内容'
  key=$(sed -n 's/^key //p' "$home/VERSION")
  [ "${key:-none}" != none ] || refuse "已安装的版本没有签名，不含公钥，不能核对 $archive 的来源。$otherwise"
  [ -r "$archive.minisig" ] || refuse "缺少签名文件 $archive.minisig，请与发布文件一起下载到同一文件夹；发布文件没有签名时，$otherwise"
  "$node" "$home/operator/signature.mjs" "$key" "$archive" || refuse "不能确认发布文件的来源，请不要使用它。换了发布者时，$otherwise"
}

plan_upgrade() {
  from=$(version_of "$home")
  to=$(version_of "$OPT/.new")
  # Beijing time, as in the names of other backups.
  stamp=$(TZ=CST-8 date +%Y%m%d-%H%M%S)
  expect_newer
  data=$(setting DATA_DIR)
  data=${data:-$DATA}
  embedded=1
  ! has_own_database || embedded=0
  backup=$BACKUPS/before-$to-$stamp.tar.gz
  [ "$wants_backup" = 1 ] || backup=
  name_copies
  [ "$embedded" = 0 ] || expect_same_postgres
  expect_space
  # While it runs, it is activating, which `is-active --quiet` calls inactive.
  case $(systemctl is-active pianzhang-backup.service) in active | activating) refuse '定时备份正在进行，请等它结束后再升级；没有改动任何内容' ;; esac
  [ "$embedded" = 1 ] || [ -z "$(new_migrations)" ] ||
    say '注意：新版本会改动数据库。有其他服务器使用同一数据库时，请先照 docs/运维/升级与回退.md 判断是否须停止它们。'
  head -c 65536 /dev/zero >"$RESERVE"
  plan_write prepared
}

expect_newer() {
  [ "$from" != "$to" ] || refuse "已经是 $to；没有改动任何内容"
  newest=$(printf '%s\n' "$from" "$to" | sort -V | tail -n 1)
  [ "$newest" = "$to" ] || refuse "$to 比已安装的 $from 旧。回到升级前的版本请用 pianzhang rollback；没有改动任何内容"
}

# PostgreSQL reads no data of another major version.
expect_same_postgres() {
  [ -e "$data/postgres/PG_VERSION" ] || return 0
  major=$(sed -n 's/^postgresql \([0-9]*\).*/\1/p' "$OPT/.new/VERSION")
  [ "$(cat "$data/postgres/PG_VERSION")" = "$major" ] || refuse "$to 的内置数据库是 PostgreSQL $major，不能直接使用现有的数据。请按此顺序升级：
  1. pianzhang admin backup --to $BACKUPS/all.tar.gz
  2. pianzhang uninstall
  3. mv $data $data.old && 解包 $to 并运行 ./pianzhang install
  4. pianzhang admin restore --from $BACKUPS/all.tar.gz && systemctl start pianzhang
没有改动任何内容"
}

new_migrations() {
  for file in "$OPT"/.new/apps/server/migrations/*.sql "$OPT/$to"/apps/server/migrations/*.sql; do
    [ ! -e "$file" ] || [ -e "$OPT/$from/apps/server/migrations/$(basename "$file")" ] || printf '%s\n' "$file"
  done
}

# Whether the database's folder is to be copied: only then can the old version go on with it whatever the new one did.
needs_copy() { [ "$embedded" = 1 ] && [ -e "$data/postgres" ] && [ -n "$(new_migrations)" ]; }

expect_space() {
  needs_copy || return 0
  # A copy of a link would be changed with its original.
  [ -z "$(find "$data/postgres" -type l -print -quit)" ] ||
    refuse "$data/postgres 是符号链接或含有符号链接，不能整体复制。请把整个数据库移到 $data 中；没有改动任何内容"
  # Copies of earlier upgrades are removed before.
  need=$(du -sk "$data/postgres" | cut -f 1)
  freed=$(du -skc "$data"/postgres.before-* 2>/dev/null | tail -n 1 | cut -f 1)
  left=$(df --output=avail -k "$data" | tail -n 1)
  [ $((left + ${freed:-0})) -gt $((need + 524288)) ] ||
    refuse "$data 所在磁盘须能再放下一份数据库（$((need / 1024)) MB，另需 512 MB），只剩 $((left / 1024)) MB；没有改动任何内容"
}

make_backup() {
  [ "$wants_backup" = 1 ] || return 0
  if [ "$embedded" = 1 ] && [ ! -e "$data/postgres" ]; then
    say '还没有数据，不需要备份'
    backup=
    return 0
  fi
  say "备份到 $backup，服务继续运行"
  # shellcheck disable=SC2086
  as_service "$home/pianzhang" admin backup --to "$backup" $lacking </dev/null || {
    rm -f "$backup" "$backup.part"
    give_up '升级前的备份没有完成；缺少的文件已无法找回时可加 --lacking-accept，另有完整的备份时可加 --without-backup'
  }
  as_service "$home/pianzhang" admin backup:verify "$backup" </dev/null ||
    give_up "升级前的备份 $backup 校验不符，请检查磁盘；另有完整的备份时可加 --without-backup"
}

# After the stop, so that it has all that was entered until then, which the backup has not.
copy_database() {
  needs_copy || return 0
  say '复制数据库，以便新版本不能就绪时换回'
  # What an earlier upgrade could go back to is given up with its copy.
  for earlier in "$data"/postgres.before-*; do [ ! -e "$earlier" ] || rm -rf "$LAST" "$earlier"; done
  was=$(last_change)
  cp -a --reflink=auto "$data/postgres" "$copy.part" && sync -f "$copy.part" || give_up '数据库不能复制（磁盘空间不足？）'
  ! is_database_running && [ "$(last_change)" = "$was" ] || give_up '复制期间另一个程序使用了数据库，复制的不可用'
  mv -T "$copy.part" "$copy" || give_up '数据库不能复制（磁盘空间不足？）'
}

# When PostgreSQL wrote its state last, which every start and stop does.
last_change() { stat -c %y "$data/postgres/global/pg_control"; }

go_forward() {
  say "启动 $to"
  use_version "$to"
  start_and_wait || give_up "$to 没有就绪"
  finish
}

# What an upgrade that did not succeed leaves.
recover() {
  set +e
  plan_read "$PLAN"
  case $step in
  prepared)
    rm -rf "${OPT:?}/$to" "$OPT/.new"
    plan_end
    say "现状：服务没有停过，仍是 $from，数据没有改动"
    ;;
  stopped)
    cancel
    say "现状：$from 已重新就绪，数据没有改动"
    ;;
  *) return_to_old ;;
  esac
  say '下一步：按上面的原因处理后可再次升级'
}

finish() {
  [ "$step" = 'done' ] || plan_write 'done'
  trap - EXIT
  mv -f "$PLAN" "$LAST"
  rm -f "$RESERVE"
  resume_timer
  tidy
  say "已升级到 $to，服务已就绪。回到 $from：pianzhang rollback"
  [ ! -e "$copy" ] || say "升级前的数据库保留在 $copy，确认 $to 无误后可删除；删除后不能再回退数据"
  say '检查数据（admin check）'
  as_service "$OPT/current/pianzhang" admin check </dev/null ||
    fail 'admin check 发现上述问题，或没有完成' "$to 正在运行" '问题在升级前就有时按 admin check 的说明处理；否则 pianzhang rollback 回到升级前'
}

# Keeps this version and the one before, and two backups.
tidy() {
  rm -rf "$OPT/.new"
  for folder in "$OPT"/*/; do
    case $(basename "$folder") in current | "$from" | "$to") ;; *) rm -rf "$folder" ;; esac
  done
  for file in "$BACKUPS"/before-*.tar.gz; do [ ! -e "$file" ] || printf '%s\n' "$file"; done |
    sort -t - -k 3 | head -n -2 | while read -r file; do rm -f "$file" && say "已删除更早的升级前备份 $file"; done
}
