// A machine of `systemd.ts` has this machine's /usr, so the programs of Debian packages are there, but not what installing a package makes in /etc
// and /var. The test copies the folders below from this machine's /etc to /srv/releases/etc.

/** Folders and files of /etc that a Debian machine has from the beginning. */
export const BASE = ['pam.d', 'security', 'protocols', 'services', 'ssl']
/** Folders of /etc that a package brings. */
export const PACKAGES = ['nginx', 'haproxy', 'pgbouncer', 'postgresql-common']

/** A stand-in for `apt-get`: makes the users, folders and settings of each named package and starts what Debian starts. */
export const APT_GET = `#!/bin/bash
set -e
user() { getent passwd "$1" >/dev/null || useradd --system --user-group --home-dir "$2" --create-home --shell /usr/sbin/nologin "$1"; }
settings() { cp -a "/srv/releases/etc/$1" /etc/; }
for word in "$@"; do
  case $word in
    caddy) user caddy /var/lib/caddy; mkdir /etc/caddy ;;
    nginx) user www-data /var/www; settings nginx; mkdir -p /var/log/nginx /var/lib/nginx; systemctl start nginx ;;
    haproxy) user haproxy /var/lib/haproxy; settings haproxy ;;
    pgbouncer) settings pgbouncer; chown -R postgres: /etc/pgbouncer ;;
    postgresql)
      user postgres /var/lib/postgresql
      settings postgresql-common
      install -d -o postgres -g postgres /etc/postgresql /var/log/postgresql
      pg_createcluster 15 main >/dev/null
      systemctl daemon-reload
      systemctl start postgresql
      ;;
    pgbackrest) install -d -o postgres -g postgres /var/lib/pgbackrest /var/log/pgbackrest /var/spool/pgbackrest ;;
  esac
done
`
