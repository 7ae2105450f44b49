CREATE TABLE "trigger_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"owner" text NOT NULL,
	"payer" text NOT NULL,
	"vault" text NOT NULL,
	"order_type" text NOT NULL,
	"state" text NOT NULL,
	"raw_state" text NOT NULL,
	"input_mint" text NOT NULL,
	"initial_input" numeric(40, 0) NOT NULL,
	"remaining_input" numeric(40, 0) NOT NULL,
	"output_mint" text NOT NULL,
	"output" numeric(40, 0) NOT NULL,
	"held" numeric(40, 0) NOT NULL,
	"taking" numeric(40, 0) NOT NULL,
	"trigger_mint" text NOT NULL,
	"condition" text,
	"trigger_price" numeric(40, 0),
	"slippage_bps" integer,
	"tp_price" numeric(40, 0),
	"sl_price" numeric(40, 0),
	"tp_slippage_bps" integer,
	"sl_slippage_bps" integer,
	"trailing_bps" integer,
	"mark" numeric(40, 0),
	"mark_at" double precision NOT NULL,
	"fired_leg" text,
	"next_fill_at" double precision NOT NULL,
	"parent_id" text,
	"expires_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"triggered_at_ms" bigint,
	"events" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trigger_vaults" (
	"wallet" text PRIMARY KEY NOT NULL,
	"vault" text NOT NULL,
	"vault_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "trigger_vaults_vault_unique" UNIQUE("vault")
);
--> statement-breakpoint
CREATE INDEX "trigger_orders_owner" ON "trigger_orders" USING btree ("owner","updated_at_ms");--> statement-breakpoint
CREATE INDEX "trigger_orders_state" ON "trigger_orders" USING btree ("state");