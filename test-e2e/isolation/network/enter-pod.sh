#!/bin/sh
# Runs a program as a container of the pod whose network namespace this process is in. The container
# has a separate read-only root with only the system's programs and the given files and folders. It
# has no privileges and cannot regain any. Mounts exist only in the mount namespace of this process,
# which `ip netns exec` creates.
#   enter-pod.sh ROOT UID [SOURCE TARGET]... -- PROGRAM [ARGUMENT]...
set -eu
root=$1 uid=$2
shift 2
mount -t tmpfs -o mode=755,size=32m veil "$root"
cd "$root"
mkdir dev etc proc run tmp usr var var/lib var/log var/spool
ln -s ../run var/run
for top in bin lib lib32 lib64 libx32 sbin; do
  if [ -L "/$top" ]; then
    ln -s "$(readlink "/$top")" "$top"
  elif [ -d "/$top" ]; then
    mkdir "$top"
    mount --bind "/$top" "$top"
  fi
done
for top in dev proc usr; do mount --rbind "/$top" "$top"; done
for name in alternatives erlang group ld.so.cache nsswitch.conf passwd squid; do
  if [ -e "/etc/$name" ]; then cp -r "/etc/$name" etc/; fi
done
echo "veil:x:$uid:$uid::/tmp:/usr/sbin/nologin" >>etc/passwd
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then
    mkdir -p ".$2"
  else
    mkdir -p ".$(dirname "$2")"
    rm -f ".$2"
    : >".$2"
  fi
  mount --bind "$1" ".$2"
  shift 2
done
shift
mount -o remount,ro "$root"
exec chroot "$root" setpriv --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all "$@"
