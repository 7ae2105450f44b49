CREATE TABLE "parlay_totals" (
	"key" integer PRIMARY KEY NOT NULL,
	"placed" integer NOT NULL,
	"wallets" integer NOT NULL,
	"free" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "parlay_totals" ("key", "placed", "wallets", "free")
SELECT 1, count(*), count(DISTINCT "owner"), count(*) FILTER (WHERE "mode" = 'free') FROM "parlays" HAVING count(*) > 0;
