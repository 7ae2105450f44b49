import { counter, type Gauge, gauge } from '../common/gauge.ts';
import type { AnswerCheck } from './answers.ts';
import type { Budget } from './budget.ts';
import type { Cache } from './cache.ts';
import type { RpcProxy } from './rpc-proxy.ts';
import type { Upstream } from './upstream.ts';

interface Parts {
  readonly upstream: Upstream;
  readonly budget: Budget;
  readonly cache: Cache;
  readonly check: AnswerCheck;
  readonly rpc: RpcProxy | undefined;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Figures of the way to the platform, for Prometheus. */
export function gatewayGauges({ upstream, budget, cache, check, rpc, clock }: Parts): Gauge[] {
  const { stats } = upstream;
  return [
    counter('upstream_requests_total', 'Requests sent to the platform.', () => stats().sent),
    counter('upstream_unreachable_total', 'Requests without any answer.', () => stats().unreachable),
    counter('upstream_timeouts_total', 'Requests not answered in time.', () => stats().timeouts),
    counter('upstream_unusable_total', 'Answers that could not be used.', () => stats().unusable),
    counter('upstream_failed_total', 'Answers with 5xx.', () => stats().failed),
    counter(
      'upstream_odd_total',
      'Answers otherwise than documented, passed on; of long ones not each is looked at.',
      check.odd,
    ),
    counter('upstream_seconds_total', 'Time spent waiting for the platform.', () => stats().seconds),
    gauge('upstream_running', 'Requests under way to the platform.', () => stats().running),
    gauge('budget_rps', 'Requests a second, as configured.', () => budget.state().rps),
    gauge('budget_effective_rps', 'Requests a second at the moment.', () => budget.state().effectiveRps),
    gauge(
      'budget_places',
      'Requests that the platform allows within its window.',
      () => budget.state().places,
    ),
    gauge('budget_places_taken', 'Of those, how many are taken by this gateway.', () => budget.state().taken),
    gauge('budget_waiting', 'Requests that wait for their turn.', () => budget.state().waiting),
    counter('budget_granted_total', 'Requests that had their turn.', () => budget.state().granted),
    counter('budget_refused_total', 'Requests sent away unsent.', () => budget.state().refused),
    counter('budget_slowdowns_total', 'Times the platform asked for less.', () => budget.state().slowdowns),
    gauge('budget_paused_seconds', 'Seconds until the platform is asked again.', () => {
      const { slowUntil } = budget.state();
      return slowUntil === undefined ? 0 : Math.max(0, slowUntil - clock() / 1_000);
    }),
    counter('cache_hits_total', 'Answers given again, fresh.', () => cache.stats().served.hit),
    counter(
      'cache_stale_total',
      'Answers given while a newer one is fetched.',
      () => cache.stats().served.stale,
    ),
    counter(
      'cache_stale_errors_total',
      'Answers given because no newer one could be had.',
      () => cache.stats().served['stale-error'],
    ),
    counter('cache_misses_total', 'Answers the platform was asked for.', () => cache.stats().served.miss),
    counter('cache_joined_total', 'Reads that joined one under way.', () => cache.stats().joined),
    counter('cache_refreshes_total', 'Answers fetched anew.', () => cache.stats().refreshes),
    counter('cache_adopted_total', 'Answers another gateway had fetched.', () => cache.stats().adopted),
    gauge('cache_entries', 'Answers kept.', () => cache.stats().entries),
    gauge('cache_bytes', 'Their size.', () => cache.stats().bytes),
    gauge('cache_stretch', 'How much longer than planned answers stay fresh.', () => cache.stats().stretch),
    counter('rpc_calls_total', 'Calls for the Solana node.', () => rpc?.stats().calls ?? 0),
    gauge('rpc_node_sockets', 'Sockets to the Solana node.', () => rpc?.stats().connections ?? 0),
    gauge('rpc_subscriptions', 'Subscriptions of clients.', () => rpc?.stats().subscriptions ?? 0),
    counter('rpc_failures_total', 'Calls it did not answer.', () => rpc?.stats().failures ?? 0),
  ];
}
