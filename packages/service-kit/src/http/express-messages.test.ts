import { createServer } from "node:http";
import { expect, test } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { expressMessages } from "./express-messages.ts";

test("With expressMessages, Express does not change the prototypes of requests and responses", async () => {
  const app = express().set("answer", 42);
  app.post(
    "/:name",
    (req, res) => void res.json([req.params.name, req.get("x-one"), res.app.get("answer")]),
  );
  const same: boolean[] = [];
  const server = createServer(expressMessages(app), (req, res) => {
    same.push(
      Object.getPrototypeOf(req) === app.request,
      Object.getPrototypeOf(res) === app.response,
    );
    app(req, res);
  });
  const answer = await supertest(server).post("/a").set("x-one", "1");
  expect([same, answer.body]).toEqual([
    [true, true],
    ["a", "1", 42],
  ]);
});

test("With expressMessages, two apps keep separate settings", async () => {
  const apps = [1, 2].map((own) =>
    express()
      .set("own", own)
      .get("/", (req, res) => void res.json([req.app.get("own"), res.app.get("own")])),
  );
  for (const [at, app] of apps.entries()) {
    const server = createServer(expressMessages(app), app);
    expect((await supertest(server).get("/")).body).toEqual([at + 1, at + 1]);
  }
});
