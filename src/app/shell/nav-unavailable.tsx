import type { NavItem } from './nav-items.ts';

/** A page that the platform has nothing for stays where it is looked for, and says so. */
export const MISSING = 'text-faint line-through';
const NOT_HERE = 'not on this platform';
export const navTitle = ({ label, missing }: NavItem): string => (missing ? `${label}: ${NOT_HERE}` : label);
export const MissingNote = ({ item }: { item: NavItem }) =>
  item.missing ? <span className="sr-only">, {NOT_HERE}</span> : null;
