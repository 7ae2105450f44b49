import { Link } from '@tanstack/react-router';

export const BrandMark = () => (
  <span
    aria-hidden
    className="block size-[18px] shrink-0 rounded-[5px] bg-linear-to-b from-50% from-yes to-50% to-no"
  />
);

export const Brand = () => (
  <Link
    to="/"
    aria-label="Evenline, all markets"
    className="flex items-center gap-2 rounded-sm font-bold text-lg tracking-tight lg:w-[188px] lg:shrink-0"
  >
    <BrandMark />
    <span aria-hidden className="max-[26rem]:hidden md:max-lg:hidden">
      Evenline
    </span>
  </Link>
);
