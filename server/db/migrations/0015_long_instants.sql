ALTER TABLE "history_events" ALTER COLUMN "timestamp" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "created_at" SET DATA TYPE bigint, ALTER COLUMN "updated_at" SET DATA TYPE bigint, ALTER COLUMN "filled_at" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "parlays" ALTER COLUMN "settled_at" SET DATA TYPE bigint, ALTER COLUMN "closed_at" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "positions" ALTER COLUMN "opened_at" SET DATA TYPE bigint, ALTER COLUMN "updated_at" SET DATA TYPE bigint, ALTER COLUMN "settled_at" SET DATA TYPE bigint, ALTER COLUMN "closed_at" SET DATA TYPE bigint;
