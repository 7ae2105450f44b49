CREATE TABLE "owner_totals" (
	"owner" text PRIMARY KEY NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"positions" integer DEFAULT 0 NOT NULL,
	"history" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO "owner_totals" ("owner", "orders", "positions", "history")
SELECT "owner", sum("o")::integer, sum("p")::integer, sum("h")::integer FROM (
	SELECT "owner", count(*) AS "o", 0 AS "p", 0 AS "h" FROM "orders" GROUP BY "owner"
	UNION ALL SELECT "owner", 0, count(*), 0 FROM "positions" GROUP BY "owner"
	UNION ALL SELECT "owner", 0, 0, count(*) FROM "history_events" GROUP BY "owner"
) AS "counted" GROUP BY "owner";
