DROP INDEX "positions_by_owner_opened";--> statement-breakpoint
DROP INDEX "positions_opened";--> statement-breakpoint
DROP INDEX "positions_updated";--> statement-breakpoint
DROP INDEX "trigger_orders_state";--> statement-breakpoint
DROP INDEX "positions_in_motion";--> statement-breakpoint
CREATE INDEX "parlays_ended" ON "parlays" USING btree ("closed_at" DESC NULLS FIRST,"position") WHERE (position is not null and closed_at is not null);--> statement-breakpoint
CREATE INDEX "parlays_ended_by_market" ON "parlays" USING btree (hashtextextended(coalesce(
  jsonb_path_query_first(legs, '$[*] ? (@.state == "lost").marketId') #>> '{}', legs->0->>'marketId', parlay_id), 0)) WHERE (position is not null and closed_at is not null);--> statement-breakpoint
CREATE INDEX "parlays_in_motion" ON "parlays" USING btree ("nonce") WHERE (status in ('open', 'won'));--> statement-breakpoint
CREATE INDEX "parlays_placed" ON "parlays" USING btree ("placed_at_ms");--> statement-breakpoint
CREATE INDEX "positions_in_motion_by_owner" ON "positions" USING btree (hashtextextended("owner", 0),"opened_at" DESC NULLS FIRST,"pubkey") WHERE ((status = 'open' and contracts > 0) or status in ('won', 'refundable'));--> statement-breakpoint
CREATE INDEX "positions_by_side" ON "positions" USING btree ("is_yes","updated_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_by_market" ON "positions" USING btree (hashtextextended("market_id", 0),"updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "trigger_orders_funded" ON "trigger_orders" USING btree ("seq") WHERE state not in ('filled', 'cancelled');--> statement-breakpoint
CREATE INDEX "positions_in_motion" ON "positions" USING btree ("opened_at" DESC NULLS FIRST,"pubkey") WHERE ((status = 'open' and contracts > 0) or status in ('won', 'refundable'));