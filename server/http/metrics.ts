import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, type Gauge, gauge } from '../common/gauge.ts';

/** Seconds; the last bucket is everything. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

interface Series {
  readonly operation: string;
  readonly status: number;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

const NS = 1e9;
const escapeLabel = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** What the server counts, in the Prometheus text format. */
export class Metrics {
  private readonly series = new Map<string, Map<number, Series>>();
  private readonly gauges: Gauge[] = [];
  private readonly loopDelay = monitorEventLoopDelay({ resolution: 50 });

  constructor() {
    this.loopDelay.enable();
    this.add(
      gauge(
        'event_loop_lag_seconds',
        'Delay of the event loop, 99th percentile since the start.',
        () => this.loopDelay.percentile(99) / NS,
      ),
    );
    this.add(gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()));
    this.add(
      gauge(
        'nodejs_heap_used_bytes',
        'Memory of live and not yet collected objects.',
        () => process.memoryUsage().heapUsed,
      ),
    );
    this.add(
      counter('process_cpu_seconds_total', 'Processor time used, user and system.', () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      }),
    );
  }

  add(one: Gauge): void {
    this.gauges.push(one);
  }

  /** Counts one finished request. */
  observe(operation: string, status: number, seconds: number): void {
    let byStatus = this.series.get(operation);
    if (!byStatus) {
      byStatus = new Map();
      this.series.set(operation, byStatus);
    }
    let series = byStatus.get(status);
    if (!series) {
      series = { operation, status, buckets: BUCKETS.map(() => 0), count: 0, seconds: 0 };
      byStatus.set(status, series);
    }
    series.count += 1;
    series.seconds += seconds;
    for (let i = BUCKETS.length - 1; i >= 0 && seconds <= (BUCKETS[i] ?? 0); i--) {
      series.buckets[i] = (series.buckets[i] ?? 0) + 1;
    }
  }

  text(): string {
    const lines = [
      '# HELP http_request_duration_seconds Requests answered, by operation and status.',
      '# TYPE http_request_duration_seconds histogram',
    ];
    for (const { operation, status, buckets, count, seconds } of this.all()) {
      const labels = `operation="${escapeLabel(operation)}",status="${status}"`;
      BUCKETS.forEach((le, i) => {
        lines.push(`http_request_duration_seconds_bucket{${labels},le="${le}"} ${buckets[i] ?? 0}`);
      });
      lines.push(`http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`http_request_duration_seconds_sum{${labels}} ${seconds}`);
      lines.push(`http_request_duration_seconds_count{${labels}} ${count}`);
    }
    for (const { name, help, type, read } of this.gauges) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${read()}`);
    }
    return `${lines.join('\n')}\n`;
  }

  /** Stops measuring the event loop. */
  stop(): void {
    this.loopDelay.disable();
  }

  private *all(): Iterable<Series> {
    for (const byStatus of this.series.values()) yield* byStatus.values();
  }
}
