CREATE SCHEMA "history";
--> statement-breakpoint
CREATE TABLE "history"."changes" (
	"series" integer NOT NULL,
	"at" bigint NOT NULL,
	"bid" bigint,
	"ask" bigint,
	"last" bigint,
	"volume" bigint,
	CONSTRAINT "changes_series_at_pk" PRIMARY KEY("series","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "history"."fine" (
	"series" integer NOT NULL,
	"start" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "fine_series_start_pk" PRIMARY KEY("series","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "history"."hours" (
	"series" integer NOT NULL,
	"start" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "hours_series_start_pk" PRIMARY KEY("series","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "history"."minutes" (
	"series" integer NOT NULL,
	"start" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "minutes_series_start_pk" PRIMARY KEY("series","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "history"."recordings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history"."recordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"since" bigint NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history"."rolled_days" (
	"day" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history"."series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history"."series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" smallint NOT NULL,
	"key" text NOT NULL,
	"event" text,
	"title" text NOT NULL,
	"event_title" text NOT NULL,
	"open" boolean NOT NULL,
	"decimals" smallint NOT NULL,
	"since" integer NOT NULL,
	"seen" integer NOT NULL,
	CONSTRAINT "series_key" UNIQUE("kind","key")
);
--> statement-breakpoint
CREATE TABLE "history"."snapshots" (
	"at" integer PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "series_event" ON "history"."series" USING btree ("event");