import type { GameScore } from '@contract/prediction/score.ts';
import { liveText, scoreText } from '@/domain/events.ts';
import { Age } from '@/ui/age.tsx';
import { Dot, Pill } from '@/ui/pill.tsx';

/** "FRA": the start of a name, where there is no abbreviation. */
const short = (name: string | null): string =>
  (name ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 3)
    .toUpperCase();

/** Plain "2-0" as two figures; undefined for every other notation. */
function pointsOf(score: string | null): [string, string] | undefined {
  const [, home, away] = /^(\d{1,3})\s*-\s*(\d{1,3})$/.exec(score ?? '') ?? [];
  return home === undefined || away === undefined ? undefined : [home, away];
}

const Side = ({ name, points }: { name: string | null; points: string }) => (
  <div className="text-center" title={name ?? undefined}>
    <div className="text-muted text-xs">{short(name)}</div>
    <div className="num font-bold text-2xl">{points}</div>
  </div>
);

interface Props {
  score: GameScore;
  asOf: number;
  intervalMs: number;
}

/** Score of a game with its period, clock and age; the final one says so. */
export function ScoreBoard({ score, asOf, intervalMs }: Props) {
  const points = pointsOf(score.score);
  const clock = liveText({ ...score, score: null });
  return (
    <div className="flex items-center gap-4">
      <span className="flex items-center gap-2">
        {score.live && !score.ended && <Age asOf={asOf} intervalMs={intervalMs} />}
        {score.ended ? (
          <Pill>Final</Pill>
        ) : (
          score.live && (
            <Pill tone="live">
              <Dot tone="danger" />
              LIVE <span className="num">{clock}</span>
            </Pill>
          )
        )}
      </span>
      {points ? (
        <div className="flex items-center gap-3">
          <Side name={score.homeTeam} points={points[0]} />
          <span aria-hidden className="text-faint">
            –
          </span>
          <Side name={score.awayTeam} points={points[1]} />
        </div>
      ) : (
        score.score !== null && (
          <div className="num wrap-anywhere line-clamp-2 max-w-[32ch] font-bold text-lg" title={score.score}>
            {scoreText(score.score, score.ended)}
          </div>
        )
      )}
    </div>
  );
}
