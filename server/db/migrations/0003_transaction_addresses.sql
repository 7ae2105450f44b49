CREATE TABLE "transaction_addresses" (
	"address" text NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "transaction_addresses_address_seq_pk" PRIMARY KEY("address","seq")
);
--> statement-breakpoint
DROP INDEX "transactions_addresses";--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_seq" ON "transactions" USING btree ("seq");--> statement-breakpoint
INSERT INTO "transaction_addresses" ("address", "seq") SELECT DISTINCT unnest("addresses"), "seq" FROM "transactions";
