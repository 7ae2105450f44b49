DROP INDEX "history_owner";--> statement-breakpoint
DROP INDEX "history_position";--> statement-breakpoint
DROP INDEX "history_order";--> statement-breakpoint
DROP INDEX "history_type";--> statement-breakpoint
DROP INDEX "orders_owner";--> statement-breakpoint
DROP INDEX "orders_status";--> statement-breakpoint
DROP INDEX "positions_owner_opened";--> statement-breakpoint
DROP INDEX "positions_owner_updated";--> statement-breakpoint
CREATE INDEX "history_by_owner" ON "history_events" USING btree (hashtextextended("owner", 0),"id");--> statement-breakpoint
CREATE INDEX "history_by_position" ON "history_events" USING btree (hashtextextended("position_pubkey", 0),"id");--> statement-breakpoint
CREATE INDEX "history_by_order" ON "history_events" USING btree (hashtextextended("order_pubkey", 0),"id");--> statement-breakpoint
CREATE INDEX "history_fills" ON "history_events" USING btree ("id") WHERE event_type = 'order_filled';--> statement-breakpoint
CREATE INDEX "orders_by_owner" ON "orders" USING btree (hashtextextended("owner", 0),"seq");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("seq") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "positions_by_owner_opened" ON "positions" USING btree (hashtextextended("owner", 0),"opened_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
CREATE INDEX "positions_by_owner_updated" ON "positions" USING btree (hashtextextended("owner", 0),"updated_at" DESC NULLS FIRST,"pubkey");--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_pkey";--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_pkey" PRIMARY KEY USING INDEX "transactions_seq";--> statement-breakpoint
CREATE INDEX "transactions_signature" ON "transactions" USING hash ("signature");--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "body" "bytea";--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "meta" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" DROP COLUMN "addresses";--> statement-breakpoint
ALTER TABLE "transaction_addresses" RENAME TO "transaction_addresses_before";--> statement-breakpoint
CREATE TABLE "transaction_addresses" (
	"address_hash" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"more" bigint[]
);--> statement-breakpoint
INSERT INTO "transaction_addresses" ("address_hash", "seq") SELECT hashtextextended("address", 0), "seq" FROM "transaction_addresses_before";--> statement-breakpoint
DROP TABLE "transaction_addresses_before";--> statement-breakpoint
ALTER TABLE "transaction_addresses" ADD CONSTRAINT "transaction_addresses_address_hash_seq_pk" PRIMARY KEY("address_hash","seq");