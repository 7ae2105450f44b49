DROP INDEX "builds_status";--> statement-breakpoint
CREATE INDEX "builds_unlanded" ON "builds" USING btree ("built_at_wall") WHERE status in ('built', 'failed');--> statement-breakpoint
CREATE INDEX "builds_landed" ON "builds" USING btree ("built_at_wall") WHERE status = 'landed' and intent->>'kind' in ('order', 'swap', 'close', 'claim');--> statement-breakpoint
CREATE INDEX "builds_landed_others" ON "builds" USING btree ("built_at_wall") WHERE status = 'landed' and not (intent->>'kind' in ('order', 'swap', 'close', 'claim'));