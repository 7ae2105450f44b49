DROP INDEX "trigger_orders_funded";--> statement-breakpoint
CREATE INDEX "trigger_orders_in_motion" ON "trigger_orders" USING btree ("seq") WHERE state in ('open', 'executing', 'pending_withdraw');