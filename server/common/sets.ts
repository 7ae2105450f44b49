/** Sets of members by a key, which is there as long as it has any. */
export type Sets<Key, Member> = Map<Key, Set<Member>>;

export function addTo<Key, Member>(sets: Sets<Key, Member>, key: Key, member: Member): void {
  const members = sets.get(key);
  if (members) members.add(member);
  else sets.set(key, new Set([member]));
}

export function removeFrom<Key, Member>(sets: Sets<Key, Member>, key: Key, member: Member): void {
  const members = sets.get(key);
  members?.delete(member);
  if (members?.size === 0) sets.delete(key);
}

/** Keeps a member of one set, or leaves it out. */
export function toggle<Member>(set: Set<Member>, member: Member, belongs: boolean): void {
  if (belongs) set.add(member);
  else set.delete(member);
}

/** Adds to the count under a key, which goes once nothing is left of it. */
export function addToCount<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
