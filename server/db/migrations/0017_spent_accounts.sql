DROP INDEX "accounts_holder";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "spent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "accounts" SET "spent" = true WHERE "amount" = 0 AND "owner" = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';--> statement-breakpoint
CREATE INDEX "accounts_by_holder" ON "accounts" USING btree ("holder","spent");