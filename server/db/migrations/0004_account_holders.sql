ALTER TABLE "accounts" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "mint" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "amount" numeric(20, 0);--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "supply" numeric(20, 0);--> statement-breakpoint
CREATE INDEX "accounts_holder" ON "accounts" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "accounts_mint" ON "accounts" USING btree ("mint") WHERE mint is not null;--> statement-breakpoint
CREATE INDEX "accounts_supply" ON "accounts" USING btree ("supply") WHERE supply > 0;