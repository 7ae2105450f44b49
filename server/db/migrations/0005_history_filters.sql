CREATE INDEX "history_market" ON "history_events" USING btree ("market_id","id");--> statement-breakpoint
CREATE INDEX "history_side" ON "history_events" USING btree ("is_yes","id");