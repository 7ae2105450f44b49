import type { NavItem } from './nav-items.ts';

/** A page that the platform has nothing for stays where it is looked for, and says so. */
export const UNAVAILABLE = 'text-faint line-through';
const NOT_HERE = 'not on this platform';
export const navTitle = ({ label, unavailable }: NavItem): string =>
  unavailable ? `${label}: ${NOT_HERE}` : label;
export const UnavailableNote = ({ item }: { item: NavItem }) =>
  item.unavailable ? <span className="sr-only">, {NOT_HERE}</span> : null;
