ALTER TABLE "owner_totals" ADD COLUMN "ended_parlays" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
INSERT INTO "owner_totals" AS "known" ("owner", "ended_parlays")
SELECT "owner", count(*) FROM "parlays" WHERE "position" IS NOT NULL AND "closed_at" IS NOT NULL GROUP BY "owner"
ON CONFLICT ("owner") DO UPDATE SET "ended_parlays" = excluded."ended_parlays";
