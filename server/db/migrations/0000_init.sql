CREATE TABLE "accounts" (
	"pubkey" text PRIMARY KEY NOT NULL,
	"lamports" numeric(20, 0) NOT NULL,
	"owner" text NOT NULL,
	"executable" boolean NOT NULL,
	"rent_epoch" numeric(20, 0) NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blockhashes" (
	"blockhash" text PRIMARY KEY NOT NULL,
	"slot" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "builds" (
	"hash" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"intent" jsonb NOT NULL,
	"signature" text,
	"error" text,
	"built_at_wall" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faucet_grants" (
	"pubkey" text PRIMARY KEY NOT NULL,
	"granted_at_wall" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"event_type" text NOT NULL,
	"signature" text NOT NULL,
	"slot" integer NOT NULL,
	"timestamp" integer NOT NULL,
	"order_pubkey" text NOT NULL,
	"position_pubkey" text NOT NULL,
	"market_id" text NOT NULL,
	"event_id" text NOT NULL,
	"owner" text NOT NULL,
	"keeper" text NOT NULL,
	"external_order_id" text NOT NULL,
	"order_id" text NOT NULL,
	"is_buy" boolean NOT NULL,
	"is_yes" boolean NOT NULL,
	"contracts" numeric(40, 0) NOT NULL,
	"filled_contracts" numeric(40, 0) NOT NULL,
	"contracts_settled" numeric(40, 0) NOT NULL,
	"limit_price" numeric(40, 0) NOT NULL,
	"avg_fill_price" numeric(40, 0) NOT NULL,
	"deposit" numeric(40, 0) NOT NULL,
	"total_cost" numeric(40, 0) NOT NULL,
	"fee" numeric(40, 0),
	"gross_proceeds" numeric(40, 0) NOT NULL,
	"net_proceeds" numeric(40, 0) NOT NULL,
	"transfer" numeric(40, 0),
	"realized" numeric(40, 0),
	"realized_before_fees" numeric(40, 0),
	"payout" numeric(40, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"market_id" text PRIMARY KEY NOT NULL,
	"snapshot" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"pubkey" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"external_order_id" text NOT NULL,
	"owner" text NOT NULL,
	"payer" text NOT NULL,
	"market_id" text NOT NULL,
	"event_id" text NOT NULL,
	"position" text NOT NULL,
	"is_yes" boolean NOT NULL,
	"is_buy" boolean NOT NULL,
	"status" text NOT NULL,
	"contracts" numeric(40, 0) NOT NULL,
	"by_quantity" boolean NOT NULL,
	"limit_price" numeric(40, 0) NOT NULL,
	"deposit" numeric(40, 0) NOT NULL,
	"mint" text NOT NULL,
	"escrow" text NOT NULL,
	"integrator" text,
	"integrator_bps" integer NOT NULL,
	"filled_contracts" numeric(40, 0) NOT NULL,
	"notional" numeric(40, 0) NOT NULL,
	"fee" numeric(40, 0) NOT NULL,
	"created_at" integer NOT NULL,
	"updated_at" integer NOT NULL,
	"filled_at" integer NOT NULL,
	"due_at_wall" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"pubkey" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"market_id" text NOT NULL,
	"event_id" text NOT NULL,
	"is_yes" boolean NOT NULL,
	"mint" text NOT NULL,
	"status" text NOT NULL,
	"contracts" numeric(40, 0) NOT NULL,
	"locked" numeric(40, 0) NOT NULL,
	"total_cost" numeric(40, 0) NOT NULL,
	"entry_notional" numeric(40, 0) NOT NULL,
	"fees_paid" numeric(40, 0) NOT NULL,
	"integrator_fees" numeric(40, 0) NOT NULL,
	"realized" numeric(40, 0) NOT NULL,
	"payout" numeric(40, 0) NOT NULL,
	"claimed_usd" numeric(40, 0) NOT NULL,
	"bought_contracts" numeric(40, 0) NOT NULL,
	"bought_notional" numeric(40, 0) NOT NULL,
	"sold_contracts" numeric(40, 0) NOT NULL,
	"sold_notional" numeric(40, 0) NOT NULL,
	"opened_at" integer NOT NULL,
	"updated_at" integer NOT NULL,
	"settled_at" integer,
	"closed_at" integer
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"signature" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"slot" integer NOT NULL,
	"time_wall" double precision NOT NULL,
	"addresses" text[] NOT NULL,
	"raw" text NOT NULL,
	"meta" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blockhashes_slot" ON "blockhashes" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "builds_status" ON "builds" USING btree ("status","built_at_wall");--> statement-breakpoint
CREATE INDEX "history_owner" ON "history_events" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "history_position" ON "history_events" USING btree ("position_pubkey","id");--> statement-breakpoint
CREATE INDEX "history_order" ON "history_events" USING btree ("order_pubkey","id");--> statement-breakpoint
CREATE INDEX "history_type" ON "history_events" USING btree ("event_type","id");--> statement-breakpoint
CREATE INDEX "orders_owner" ON "orders" USING btree ("owner","seq");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status");--> statement-breakpoint
CREATE INDEX "orders_seq" ON "orders" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "transactions_slot" ON "transactions" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "transactions_addresses" ON "transactions" USING gin ("addresses");