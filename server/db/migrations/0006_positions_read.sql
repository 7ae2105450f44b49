DROP INDEX "parlays_owner";--> statement-breakpoint
CREATE INDEX "faucet_grants_granted" ON "faucet_grants" USING btree ("granted_at_wall");--> statement-breakpoint
CREATE INDEX "parlays_position" ON "parlays" USING btree ("position");--> statement-breakpoint
CREATE INDEX "positions_owner_opened" ON "positions" USING btree ("owner","opened_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_owner_updated" ON "positions" USING btree ("owner","updated_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_opened" ON "positions" USING btree ("opened_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_updated" ON "positions" USING btree ("updated_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_in_motion" ON "positions" USING btree ("status") WHERE status in ('open', 'won', 'refundable');--> statement-breakpoint
CREATE INDEX "parlays_owner" ON "parlays" USING btree ("owner","closed_at" DESC NULLS FIRST);