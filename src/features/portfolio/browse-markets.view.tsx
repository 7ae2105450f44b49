import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/ui/button.tsx';

/** Leads to the markets from where nothing is listed yet. */
export const BrowseMarkets = () => (
  <Link to="/" className={buttonClass('outline', 'md')}>
    Browse markets
  </Link>
);
