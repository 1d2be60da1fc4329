# The program's folders and units, and the user. Sourced by `pianzhang`.
# shellcheck shell=sh

UNITS=/etc/systemd/system

version_of() { sed -n 's/^version //p' "$1/VERSION"; }

# Lets a version of $OPT be the one that is started, with its units. The link and each unit are replaced by a rename, so that a machine that loses
# its power has the old or the new one.
use_version() {
  ln -sfn "$1" "$OPT/current.new" && mv -T "$OPT/current.new" "$OPT/current" && install_units "$OPT/$1" && sync "$OPT" "$UNITS"
}

install_units() {
  for file in "$1"/systemd/*; do
    unit=$(basename "$file")
    install -D -m 0644 "$file" "$UNITS/$unit.new" && mv -f "$UNITS/$unit.new" "$UNITS/$unit" || return 1
  done
  systemctl daemon-reload
}

# Copies an unpacked release to $OPT/<version>; renamed when it is complete. Its files belong to root, and everybody may read them.
place_program() {
  rm -rf "$OPT/.new" && mkdir -p "$OPT/.new" && cp -R --preserve=mode,timestamps,links "$1/." "$OPT/.new/" &&
    chown -R root:root "$OPT/.new" && chmod -R u+rwX,go+rX,go-w "$OPT/.new" && sync -f "$OPT/.new" && adopt_program "$2"
}

adopt_program() {
  rm -rf "${OPT:?}/$1" && mv -T "$OPT/.new" "$OPT/$1" && sync "$OPT"
}

# Refuses a release for other machines.
expect_platform() {
  case $(uname -m) in
  x86_64) machine=linux-x64 ;;
  aarch64) machine=linux-arm64 ;;
  *) machine=$(uname -m) ;;
  esac
  built=$(sed -n 's/^platform //p' "$1/VERSION")
  [ "$built" = "$machine" ] || refuse "此发布用于 $built，本机是 $machine，请下载 $machine 的发布文件；没有改动任何内容"
}

# Everything that a release must be before it is copied or started.
expect_release() {
  [ -r "$1/VERSION" ] && [ -r "$1/SHA256SUMS" ] || refuse "$1 不是片账的发布；没有改动任何内容"
  expect_platform "$1"
  (cd "$1" && sha256sum --quiet --check SHA256SUMS) ||
    refuse '上述文件与发布时不同，可能没有解包完整，请重新下载；没有改动任何内容'
}
