CREATE TABLE "parlays" (
	"parlay_id" text PRIMARY KEY NOT NULL,
	"nonce" bigint NOT NULL,
	"owner" text NOT NULL,
	"mode" text NOT NULL,
	"stake" numeric(40, 0) NOT NULL,
	"payout" numeric(40, 0) NOT NULL,
	"legs" jsonb NOT NULL,
	"position" text,
	"status" text NOT NULL,
	"signature" text NOT NULL,
	"placed_at_ms" bigint NOT NULL,
	"settled_at" integer,
	"closed_at" integer
);
--> statement-breakpoint
CREATE INDEX "parlays_owner" ON "parlays" USING btree ("owner");