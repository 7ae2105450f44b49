import type { LucideIcon } from 'lucide-react';
import Bitcoin from 'lucide-react/icons/bitcoin';
import ChartLine from 'lucide-react/icons/chart-line';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Cpu from 'lucide-react/icons/cpu';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import Landmark from 'lucide-react/icons/landmark';
import Tag from 'lucide-react/icons/tag';
import Trophy from 'lucide-react/icons/trophy';

const GLYPHS: Record<string, LucideIcon> = {
  crypto: Bitcoin,
  sports: Trophy,
  politics: Landmark,
  esports: Gamepad2,
  culture: Clapperboard,
  economics: ChartLine,
  tech: Cpu,
};

/** The sign of a category; a tag for one that is not known. Decorative: the name stands beside it. */
export function CategoryGlyph({ category, className }: { category: string; className?: string }) {
  const Glyph = GLYPHS[category] ?? Tag;
  return <Glyph aria-hidden className={className} />;
}
