import { describe, expect, test } from 'vitest';
import { EXCHANGE_ROOMS, refuseFile, refusePackage } from './import-rules.mjs';

describe('files', () => {
  test.each([
    ['contract/routes.ts', 'contract/money.ts'],
    ['src/main.tsx', 'src/app/providers.tsx'],
    ['src/app/router.tsx', 'src/route-tree.gen.ts'],
    ['src/app/palette.tsx', 'src/features/events/search.view.tsx'],
    ['src/route-tree.gen.ts', 'src/routes/__root.tsx'],
    ['src/routes/index.tsx', 'src/features/events/events.tsx'],
    ['src/routes/index.tsx', 'src/wallet/index.ts'],
    ['src/features/ticket/ticket.tsx', 'src/tx/use-tx.ts'],
    ['src/features/ticket/ticket.tsx', 'src/wallet/index.ts'],
    ['src/features/ticket/ticket.tsx', 'src/orders/order-intent.ts'],
    ['src/routes/index.tsx', 'src/orders/terms.ts'],
    ['src/app/palette.tsx', 'src/orders/terms.ts'],
    ['src/orders/order-intent.ts', 'src/tx/types.ts'],
    ['src/orders/order-intent.ts', 'src/api/orders.writes.ts'],
    ['src/orders/terms.ts', 'src/domain/quote.ts'],
    ['src/orders/form.ts', 'src/lib/id.ts'],
    ['src/orders/request.ts', 'contract/money.ts'],
    ['src/features/ticket/ticket.tsx', 'src/features/ticket/ticket.view.tsx'],
    ['src/features/ticket/ticket.view.tsx', 'src/tx/landing-clock.tsx'],
    ['src/wallet/wallet-layer.tsx', 'src/wallet/store.ts'],
    ['src/tx/run-tx.ts', 'src/domain/quote.ts'],
    ['src/ui/price.tsx', 'contract/money.ts'],
    ['src/ui/signature.tsx', 'src/config.ts'],
    ['vite.config.ts', 'contract/config.ts'],
    ['src/api/poll.ts', 'src/state/backend-status.ts'],
    ['src/state/stored.ts', 'src/lib/dom.ts'],
    ['server/paper.ts', 'server/db/client.ts'],
    ['server/main.ts', 'server/live.ts'],
    ['server/app.ts', 'server/gateway/routes.ts'],
    ['server/app.ts', 'server/http/bind.ts'],
    ['server/http/bind.ts', 'server/common/errors.ts'],
    ['server/exchange/rpc/rpc.ts', 'server/common/errors.ts'],
    ['server/http/bind.test.ts', 'server/testing/stub-app.ts'],
    ['server/history/rollup.test.ts', 'server/history/testing/database.ts'],
    ['server/history/testing/database.ts', 'server/db/testing/database.ts'],
    ['server/exchange/rounds/rounds.test.ts', 'server/db/testing/database.ts'],
    ['server/exchange/core/orders.store.ts', 'server/db/schema.ts'],
    ['server/exchange/prediction/orders.test.ts', 'server/db/client.ts'],
    ['server/exchange/core/execute.ts', 'server/exchange/engine/match.ts'],
    ['bench/orders.bench.ts', 'e2e/boot.ts'],
  ])('%s may import %s', (from, to) => {
    expect(refuseFile(from, to)).toBeUndefined();
  });

  test.each([
    ['contract/routes.ts', 'src/lib/result.ts'],
    ['src/lib/clock.ts', 'src/ui/age.tsx'],
    ['src/domain/book.ts', 'src/lib/result.ts'],
    ['src/ui/button.tsx', 'src/api/client.ts'],
    ['src/api/client.ts', 'src/wallet/index.ts'],
    ['src/tx/run-tx.ts', 'src/wallet/index.ts'],
    ['src/wallet/store.ts', 'src/tx/run-tx.ts'],
    ['src/tx/run-tx.ts', 'src/orders/terms.ts'],
    ['src/tx/trigger-order.test.ts', 'src/orders/expectation.ts'],
    ['src/api/orders.writes.ts', 'src/orders/terms.ts'],
    ['src/domain/quote.ts', 'src/orders/terms.ts'],
    ['src/orders/order-intent.ts', 'src/wallet/index.ts'],
    ['src/orders/order-intent.ts', 'src/ui/notice-box.tsx'],
    ['src/orders/order-intent.ts', 'src/features/ticket/sides.ts'],
    ['src/orders/order-intent.ts', 'server/app.ts'],
    ['src/features/market/market.tsx', 'src/features/ticket/ticket.tsx'],
    ['src/features/ticket/ticket.tsx', 'src/wallet/store.ts'],
    ['src/features/ticket/ticket.test.tsx', 'src/features/market/market.tsx'],
    ['src/routes/index.tsx', 'src/wallet/wallet-layer.tsx'],
    ['src/routes/__root.tsx', 'src/app/shell.tsx'],
    ['src/features/market/market.tsx', 'src/app/providers.tsx'],
    ['src/api/client.ts', 'server/app.ts'],
    ['server/app.ts', 'src/api/client.ts'],
    ['server/app.ts', 'server/db/client.ts'],
    ['server/app.ts', 'server/main.ts'],
    ['server/app.ts', 'server/testing/stub-app.ts'],
    ['server/paper.ts', 'server/db/testing/database.ts'],
    ['server/exchange/core/execute.ts', 'server/exchange/ledger/testing/ledger.ts'],
    ['server/exchange/parlay/legs.ts', 'server/exchange/parlay/testing/parlays.ts'],
    ['server/gateway/gateway.ts', 'server/gateway/testing/time.ts'],
    ['server/http/bind.ts', 'server/app.ts'],
    ['server/gateway/gateway.ts', 'server/http/bind.ts'],
    ['server/exchange/rpc/rpc.ts', 'server/http/bind.ts'],
    ['server/common/errors.ts', 'server/http/bind.ts'],
    ['server/gateway/routes.ts', 'server/exchange/deps.ts'],
    ['server/exchange/rpc/rpc.ts', 'server/gateway/budget.ts'],
    ['server/exchange/prediction/orders.ts', 'server/db/schema.ts'],
    ['server/exchange/engine/match.ts', 'server/exchange/ledger/port.ts'],
    ['server/http/bind.ts', 'server/exchange/deps.ts'],
    ['server/db/client.ts', 'server/env.ts'],
    ['e2e/first-trade.spec.ts', 'src/api/client.ts'],
    ['src/helpers/misc.ts', 'contract/money.ts'],
    ['src/ui/button.tsx', 'src/state/preferences.ts'],
    ['src/lib/clock.ts', 'src/state/stored.ts'],
    ['src/state/alerts.ts', 'src/api/client.ts'],
    ['src/features/ticket/ticket.view.tsx', 'src/wallet/index.ts'],
    ['src/features/ticket/ticket.view.tsx', 'src/api/poll.ts'],
    ['src/features/ticket/ticket.view.tsx', 'src/orders/use-under-way.ts'],
    ['src/features/ticket/ticket.view.tsx', 'src/tx/use-tx.ts'],
    ['src/features/portfolio/orders-table.view.tsx', 'src/tx/quotes.queries.ts'],
    ['src/ui/button.tsx', 'src/ui/button.test.tsx'],
  ])('%s may not import %s', (from, to) => {
    expect(refuseFile(from, to)).toEqual(expect.any(String));
  });
});

describe('rooms of the exchange', () => {
  test('each names only rooms that stand before it', () => {
    const before = [];
    for (const [room, allowed] of Object.entries(EXCHANGE_ROOMS)) {
      expect(before, room).toEqual(expect.arrayContaining(allowed));
      before.push(room);
    }
  });

  test.each([
    ['exchange.ts', 'parlay/room.ts'],
    ['parlay/legs.ts', 'core/requirements.ts'],
    ['parlay/legs.ts', 'parlay/quota.ts'],
    ['prediction/create-order.ts', 'rounds/quote-round.ts'],
    ['core/land.test.ts', 'parlay/room.ts'],
    ['parlay/testing/parlays.ts', 'prediction/room.ts'],
  ])('%s may import %s', (from, to) => {
    expect(refuseFile(`server/exchange/${from}`, `server/exchange/${to}`)).toBeUndefined();
  });

  test.each([
    ['core/keeper.ts', 'parlay/tasks.ts'],
    ['core/context.ts', 'exchange.ts'],
    ['paper/faucet.ts', 'ports.ts'],
    ['parlay/legs.ts', 'prediction/create-order.ts'],
    ['rounds/build-swap.ts', 'prediction/quote-order.ts'],
    ['prediction/land.ts', 'triggers/room.ts'],
    ['tokens/tokens.ts', 'engine/order.ts'],
    ['somewhere/new.ts', 'core/context.ts'],
  ])('%s may not import %s', (from, to) => {
    expect(refuseFile(`server/exchange/${from}`, `server/exchange/${to}`)).toEqual(expect.any(String));
  });
});

describe('packages', () => {
  test.each([
    ['contract/money.ts', 'zod/mini'],
    ['src/ui/button.tsx', 'radix-ui'],
    ['src/wallet/wallet-layer.tsx', '@solana/wallet-adapter-react'],
    ['server/exchange/core/orders.store.ts', 'drizzle-orm'],
    ['server/db/client.ts', '@electric-sql/pglite'],
    ['server/exchange/ledger/vm.ts', 'node:module'],
    ['src/domain/book.test.ts', 'fast-check'],
    ['src/app/query-client.ts', '@tanstack/react-query'],
    ['drizzle.config.ts', 'drizzle-kit'],
  ])('%s may import %s', (from, name) => {
    expect(refusePackage(from, name)).toBeUndefined();
  });

  test.each([
    ['contract/money.ts', 'react'],
    ['contract/ids.ts', 'node:crypto'],
    ['src/domain/book.ts', 'react'],
    ['src/features/market/market.tsx', '@tanstack/react-query'],
    ['src/features/market/market.view.tsx', '@tanstack/react-query'],
    ['src/features/market/market.view.tsx', 'zustand'],
    ['src/ui/button.tsx', '@tanstack/react-query'],
    ['src/app/shell/watchlist.tsx', '@tanstack/react-query'],
    ['src/state/alerts.ts', '@tanstack/react-query'],
    ['src/orders/terms.ts', 'node:fs'],
    ['src/orders/expectation.ts', '@solana/spl-token'],
    ['src/lib/dom.ts', 'node:fs'],
    ['src/tx/check.ts', '@solana/spl-token'],
    ['server/exchange/engine/match.ts', 'node:crypto'],
    ['server/exchange/prediction/orders.ts', 'drizzle-orm'],
    ['server/app.ts', 'react'],
  ])('%s may not import %s', (from, name) => {
    expect(refusePackage(from, name)).toEqual(expect.any(String));
  });
});
