import {
  Bitcoin,
  ChartLine,
  Clapperboard,
  Cpu,
  Gamepad2,
  Landmark,
  type LucideIcon,
  Tag,
  Trophy,
} from 'lucide-react';

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
