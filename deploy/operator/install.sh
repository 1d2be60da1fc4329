# `install` and `uninstall`. Sourced by `pianzhang`.
# shellcheck shell=sh

do_install() {
  [ $# = 0 ] || usage
  expect_root install
  [ -d /run/systemd/system ] || refuse '本机没有使用 systemd，不能安装为服务。可直接运行 ./pianzhang start，或使用 Docker'
  lock
  number=$(version_of "$home")
  # Whoever has switched the timer off keeps it off.
  nightly=1
  [ ! -e "$OPT/current" ] || systemctl is-enabled --quiet pianzhang-backup.timer || nightly=0
  expect_addable
  expect_release "$home"
  step='建立用户 pianzhang'
  trap 'code=$?; [ "$code" = 0 ] || not_installed' EXIT
  ensure_user
  step='建立文件夹'
  install -d -m 0755 "$OPT" "$(dirname "$LINK")"
  install -d -m 0750 -g pianzhang "$ETC"
  install -d -m 0700 -o pianzhang -g pianzhang "$DATA" "$BACKUPS"
  step="复制程序到 $OPT/$number"
  is_placed || place_program "$home" "$number"
  step="写入设置到 $ETC"
  ensure_config pianzhang.env "$home/pianzhang.env"
  ensure_config site.json "$home/docs/examples/site.json"
  step='登记 systemd 的服务'
  use_version "$number"
  ln -sfn "$OPT/current/pianzhang" "$LINK"
  systemctl enable --quiet pianzhang.service
  [ "$nightly" = 0 ] || systemctl enable --quiet --now pianzhang-backup.timer
  trap - EXIT
  keep=$(setting BACKUP_KEEP)
  when="每天 03:30，保留最近 ${keep:-7} 个"
  [ "$nightly" = 1 ] || when='定时备份未启用，启用请运行 systemctl enable --now pianzhang-backup.timer'
  key=$(sed -n 's/^key //p' "$home/VERSION")
  trusts="只接受以此公钥签名的发布文件：$key"
  [ "${key:-none}" != none ] || trusts='此发布没有签名，升级时须自行核对发布文件的来源'
  say "片账 $number 已安装。

设置：$ETC/pianzhang.env 和 $ETC/site.json
数据：$DATA
备份：$BACKUPS，$when
升级：$trusts
"
  systemctl is-active --quiet pianzhang ||
    say "下一步：
  1. 在 $ETC/site.json 中填写公司等信息，在 $ETC/pianzhang.env 中按说明修改设置
  2. systemctl start pianzhang
  3. pianzhang ready --wait 120
  4. pianzhang admin company:create --name 公司 --admin 姓名 --phone 手机号 --quota 5"
}

# Refuses where this release would replace another one, which only `upgrade` does with a way back.
expect_addable() {
  [ ! -L "$DATA" ] || refuse "$DATA 是旧安装方式留下的链接。请先停止服务，再运行：
  rm $DATA && mv /var/lib/private/pianzhang $DATA
然后重新运行 ./pianzhang install，最后运行：chown -R pianzhang:pianzhang $DATA"
  [ ! -e "$PLAN" ] || refuse '上次升级没有完成，请先运行：pianzhang rollback'
  [ -e "$OPT/current" ] || return 0
  installed=$(version_of "$OPT/current")
  [ "$installed" = "$number" ] || refuse "已安装 $installed。升级请运行：pianzhang upgrade 发布文件.tar.gz；没有改动任何内容"
  [ "$home" != "$(readlink -f "$OPT/current")" ] || return 0
  is_placed || ! systemctl is-active --quiet pianzhang ||
    refuse "正在运行的 $OPT/$number 与此发布不同。请先运行 systemctl stop pianzhang 再安装；没有改动任何内容"
}

# Whether this release is in its place already, whole.
is_placed() {
  [ "$home" = "$OPT/$number" ] ||
    { cmp -s "$home/SHA256SUMS" "$OPT/$number/SHA256SUMS" &&
      (cd "$OPT/$number" && sha256sum --status --check SHA256SUMS 2>/dev/null); }
}

not_installed() {
  printf '失败：%s\n现状：安装没有完成；已有的数据和设置没有改动\n下一步：排除上面的错误后重新运行 ./pianzhang install，会从头检查并补齐\n' "$step" >&2
}

# A user without a shell and a password, of whom nothing else runs: the database's files are readable to it alone.
ensure_user() {
  getent group pianzhang >/dev/null || groupadd --system pianzhang
  getent passwd pianzhang >/dev/null ||
    useradd --system --gid pianzhang --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin pianzhang
}

# Never replaces a file of the operator. Only root and the service may read it, as it holds passwords.
ensure_config() {
  [ -e "$ETC/$1" ] || { install -m 0640 -g pianzhang "$2" "$ETC/.$1.new" && mv "$ETC/.$1.new" "$ETC/$1"; }
}

do_uninstall() {
  [ $# = 0 ] || usage
  expect_installed uninstall
  lock
  [ ! -e "$PLAN" ] || refuse '上次升级没有完成，数据可能在两处。请先运行：pianzhang rollback'
  systemctl disable --quiet --now pianzhang-backup.timer pianzhang.service ||
    fail '不能停止服务' '程序、数据和设置都没有改动' 'systemctl status pianzhang'
  systemctl stop pianzhang-backup.service
  for file in "$home"/systemd/*; do rm -f "$UNITS/$(basename "$file")"; done
  systemctl daemon-reload
  rm -f "$LINK"
  rm -rf "$OPT" /var/cache/pianzhang
  say "已删除程序和服务。仍然保留：
  数据：$DATA
  备份：$BACKUPS
  设置：$ETC
  用户：pianzhang
重新安装后继续使用这些数据。确认不再需要时可自行删除：
  rm -rf $DATA $BACKUPS $ETC && userdel pianzhang"
  exit 0
}
