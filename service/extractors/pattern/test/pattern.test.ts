// What the extractor `pattern` finds, rule by rule.

import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../../test/support/hostile-texts.ts";
import { createPatternExtractor } from "../src/pattern.ts";
import { found, propertiesIn, readPattern, wanted } from "./reading.ts";

describe("the wanted type is found by its name", () => {
  const text = "Anna Keller wrote to Brandt Logistik GmbH about CVE-2031-1234 and #612.";
  test.each([
    ["Person", ["Person: Anna Keller"]],
    ["People", ["People: Anna Keller"]],
    ["TeamMember", ["TeamMember: Anna Keller"]],
    ["contacts", ["contacts: Anna Keller"]],
    ["Organisation", ["Organisation: Brandt Logistik GmbH"]],
    ["Vendor", ["Vendor: Brandt Logistik GmbH"]],
    ["SecurityVulnerability", ["SecurityVulnerability: CVE-2031-1234"]],
    ["Ticket", ["Ticket: #612"]],
    ["Spaceship", []],
    ["constructor", []],
    ["__proto__", []],
  ])("%s", async (type, finds) => {
    expect(await found(text, type)).toEqual(finds);
  });

  test("or by the beginning of its description", async () => {
    const types = [{ name: "Kunde", description: "A company that buys from us", properties: {} }];
    const reading = await readPattern(text, { goal: "", entityTypes: types, relationshipTypes: [] });
    expect(reading.entities.map(({ name }) => name)).toEqual(["Brandt Logistik GmbH"]);
  });

  test("a type named after a role matches those who have it", async () => {
    const notes = "Present: Anna Keller, Raj Patel\n\nAnna Keller has heard from Samuel Osei.";
    expect(await found(notes, "Attendee")).toEqual(["Attendee: Anna Keller", "Attendee: Raj Patel"]);
    expect(await found(notes, "Person")).toContain("Person: Samuel Osei");
  });

  test("a customer is a person only if no other type is", async () => {
    const mail = "From: Pilar Moreno <pilar@post.example>\nSubject: kettle\n\nIt is broken.";
    expect(await found(mail, "Customer")).toEqual(["Customer: Pilar Moreno"]);
    expect(await found(mail, "Customer", "Person")).toEqual(["Person: Pilar Moreno"]);
  });

  test("nothing is found if nothing is requested", async () => {
    expect(await found(text)).toEqual([]);
  });
});

describe("a type that the rules do not know is found where the text names it", () => {
  test.each([
    ["We met about the project Apollo.", ["Project: Apollo"]],
    ["We met about Project Apollo.", ["Project: Apollo"]],
    ["The Apollo project is late.", ["Project: Apollo"]],
    ["Apollo (project) is late.", ["Project: Apollo"]],
    ["Project: Apollo", ["Project: Apollo"]],
    ["the projects are late, and Apollo flies", []],
    ["The order 7781-B is of the project itself.", []],
  ])("%s", async (text, finds) => {
    expect(await found(text, "Project")).toEqual(finds);
  });

  test("lines below it fill its properties", async () => {
    const text = "Project: Apollo\nBudget: EUR 240,000\nStart: 1 June 2031\nSeats: 12\nOpen: yes\n";
    expect(
      await propertiesIn(text, "Apollo", "Project: budget, start:date, seats:integer, open:boolean"),
    ).toEqual({
      budget: "EUR 240,000",
      start: "2031-06-01",
      seats: 12,
      open: true,
    });
  });

  test("a value that does not match its type is dropped", async () => {
    expect(await propertiesIn("Project: Apollo\nSeats: many", "Apollo", "Project: seats:integer")).toEqual(
      {},
    );
  });
});

describe("identifiers", () => {
  test.each([
    ["Closes: #1, #22, 333", ["Bug: #1", "Bug: #22", "Bug: #333"]],
    ["(LP: #7, #8), #9", ["Bug: #9", "Bug: LP: #7", "Bug: LP: #8"].toSorted()],
    ["MAG-77 and UTF-8 and CVE-2020-1111 and ISO-8601", ["Bug: MAG-77"]],
    ["see https://a.example/x#12 and a#34", []],
    ["in 2031 there were 1200", []],
    ["2031 was late", []],
    ["fixes #598, 2028 of them", ["Bug: #598"]],
  ])("%s", async (text, finds) => {
    expect(await found(text, "Bug")).toEqual(finds);
  });

  test("addresses, links, versions and files", async () => {
    const text =
      "Write to a.b@c.example, read https://c.example/d. (v1.2.3, plan.pdf); 5.6.2031 is no version.";
    expect(await found(text, "Email", "Url", "Release", "Document")).toEqual([
      "Document: plan.pdf",
      "Email: a.b@c.example",
      "Release: 1.2.3",
      "Url: https://c.example/d",
    ]);
  });
});

describe("names in sentences", () => {
  test.each([
    ["Dr. Nwosu called.", ["Person: Nwosu"]],
    ["Maria Silva and Dipo Adekunle wrote it.", ["Person: Dipo Adekunle", "Person: Maria Silva"]],
    ["Maria Silva wrote it, and Maria was right.", ["Person: Maria Silva"]],
    ["Replace Maria Silva as uploader.", ["Person: Maria Silva"]],
    ["The Mobile App slips.", []],
    ["New Features", []],
    ["We met at Zanzibar Foods with Quillon.", ["Company: Quillon", "Company: Zanzibar Foods"]],
    ["They work in Lisbon.", ["Place: Lisbon"]],
    ["On Monday it was Easter.", []],
  ])("%s", async (text, finds) => {
    expect(await found(text, "Person", "Company", "Place")).toEqual(finds);
  });
});

describe("dates", () => {
  test("relative ones count from the date of the text, and never from today", async () => {
    const task = "- [ ] Anna to send it by Friday";
    const types = ["Task: due:date"];
    expect(await propertiesIn(`Date: 4 March 2026\n\n${task}`, "send it", ...types)).toEqual({
      due: "2026-03-06",
    });
    expect(await propertiesIn(task, "send it by Friday", ...types)).toEqual({});
  });

  test("the date in the title counts", async () => {
    const reading = await readPattern(
      "- [ ] send it by Friday",
      wanted("Task: due:date"),
      undefined,
      "Sync 2026-03-04",
    );
    expect(reading.entities[0]?.properties).toEqual({ due: "2026-03-06" });
  });

  test("they do not depend on the zone of the machine", async () => {
    const zone = process.env["TZ"];
    const text = "Meeting: Sync, 4 March 2026\n\n- [ ] send it by Friday";
    const readings = [];
    for (const each of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
      process.env["TZ"] = each;
      readings.push(await readPattern(text, wanted("Meeting: date:date", "Task: due:date")));
    }
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
    expect(new Set(readings.map((reading) => JSON.stringify(reading))).size).toBe(1);
    expect(readings[0]?.entities.map(({ properties }) => properties)).toEqual([
      { date: "2026-03-04" },
      { due: "2026-03-06" },
    ]);
  });
});

describe("tasks", () => {
  test.each([
    ["- [ ] Anna to send the contract (due 2026-03-11)", "send the contract", "Anna", "2026-03-11"],
    ["ACTION: Anna to send it by 11 March 2026.", "send it", "Anna", "2026-03-11"],
    ["TODO(anna): send it", "send it", "anna", undefined],
    ["- [x] @Anna: send it", "send it", "Anna", undefined],
    ["## Next steps\n\n- Anna Keller -> send it", "send it", "Anna Keller", undefined],
    ["Actions\n- Anna & Bo: send it", "send it", "Anna", undefined],
  ])("%s", async (text, name, owner, due) => {
    expect(await propertiesIn(text, name, "Task: owner, due:date")).toEqual({
      owner,
      ...(due === undefined ? {} : { due }),
    });
  });
});

describe("relationships", () => {
  test.each([
    ["Anna Keller works for Brandt Logistik GmbH.", ["works_at: Anna Keller -> Brandt Logistik GmbH"]],
    ["Brandt Logistik GmbH employs Anna Keller.", ["works_at: Anna Keller -> Brandt Logistik GmbH"]],
    ["Anna Keller (Brandt Logistik GmbH) was there.", ["works_at: Anna Keller -> Brandt Logistik GmbH"]],
    ["Anna Keller never heard of Brandt Logistik GmbH.", []],
  ])("%s", async (text, finds) => {
    const all = await found(text, "Person", "Company", "works_at: Person -> Company");
    expect(all.filter((find) => find.includes("->"))).toEqual(finds);
  });

  test("of two of one type the order of the words decides, or the passive", async () => {
    const types = ["Ticket", "blocks: Ticket -> Ticket"];
    expect(await found("MAG-1 blocks MAG-2.", ...types)).toContain("blocks: MAG-1 -> MAG-2");
    expect(await found("MAG-1 is blocked by MAG-2.", ...types)).toContain("blocks: MAG-2 -> MAG-1");
  });

  test("in lists every one counts", async () => {
    const finds = await found(
      "The service Till depends on the service Ledger and the service Vault.",
      "Service",
      "dependsOn: Service -> Service",
    );
    expect(finds.filter((find) => find.includes("->"))).toEqual([
      "dependsOn: Till -> Ledger",
      "dependsOn: Till -> Vault",
    ]);
  });
});

describe("evidence", () => {
  const types = wanted("Person: email", "Company", "Meeting", "Task", "attends: Person -> Meeting");
  const long = `${"word ".repeat(60)}and then Anna Keller wrote to Brandt Logistik GmbH ${"word ".repeat(60)}`;
  const texts = [
    "# Sync\n\nPresent: **Anna\tKeller**,  Raj Patel",
    `> ${long}`,
    long.replaceAll(" ", "\n"),
    ...hostileTexts,
  ];

  test.each(texts)("stands in the text, and is short: %j", async (text) => {
    const { entities, relationships } = await readPattern(text, types);
    for (const { quote } of [...entities, ...relationships]) {
      expect(text).toContain(quote);
      expect(quote.length).toBeLessThanOrEqual(300);
      expect(quote.trim()).not.toBe("");
    }
  });

  test("of a person is where the whole name stands", async () => {
    const { entities } = await readPattern("- [ ] Anna to send it\n\nAnna Keller was there.", types);
    expect(entities.find(({ name }) => name === "Anna Keller")?.quote).toBe("Anna Keller was there.");
  });

  test("of a name in a long sentence shows the name", async () => {
    const { entities } = await readPattern(long, types);
    expect(entities.map(({ quote, name }) => quote.includes(name))).toEqual([true, true]);
  });
});

describe("a second reading", () => {
  const text =
    "Anna Keller met Quillon. She asked Zed Vance. With Quarto nobody spoke.\n\nFrom Quillon nothing came.";

  test("keeps what is certain or occurs twice, and drops the rest", async () => {
    const types = wanted("Person", "Company");
    const first = await readPattern("Quarto is late. With Quarto nobody spoke, nor with Quillon.", types);
    expect(first.entities.map(({ name }) => name)).toEqual(["Quarto", "Quillon"]);
    const second = await readPattern(
      "Quarto is late. With Quarto nobody spoke, nor with Quillon.",
      types,
      first,
    );
    expect(second.entities.map(({ name }) => name)).toEqual(["Quarto"]);
  });

  test("finds nothing that the first one did not", async () => {
    const types = wanted("Person", "Company", "met: Person -> Company");
    const first = await readPattern(text, types);
    const second = await readPattern(text, types, first);
    expect(first.entities).toEqual(expect.arrayContaining([...second.entities]));
    expect(first.relationships).toEqual(expect.arrayContaining([...second.relationships]));
  });
});

describe("names of properties that every object has", () => {
  test("are types and properties like others", async () => {
    const text = "Constructor: Valve\nPrototype: brass\nToString: yes\n";
    const types = ["constructor: prototype, toString, valueOf", "hasOwnProperty: constructor -> constructor"];
    expect(await propertiesIn(text, "Valve", ...types)).toEqual({ prototype: "brass", toString: "yes" });
  });

  test("are nothing else in the headers of a mail", async () => {
    const mail =
      "From: Anna Keller <a@b.example>\nSubject: Valves. Constructor: Bo Li <c@d.example>\n\nHello";
    expect(await found(mail, "Email", "Person", "from: Email -> Person")).toContain("Person: Anna Keller");
  });
});

describe("reading", () => {
  const types = wanted("Person", "Company", "Place");
  const text = "Anna Keller met Raj Patel in Berlin. ".repeat(100);

  test("is the same each time, and counts no tokens", async () => {
    const reading = await readPattern(text, types);
    expect(await readPattern(text, types)).toEqual(reading);
    expect(reading.usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test("ends when it is aborted", async () => {
    const reason = new Error("canceled");
    const read = createPatternExtractor().read({ title: null, text }, types, {
      signal: AbortSignal.abort(reason),
    });
    await expect(read).rejects.toBe(reason);
  });
});

describe("people and companies in calls and notes", () => {
  const types = ["Person", "Company", "works_at: Person -> Company"] as const;
  test.each([
    [
      "Attendees: Tom Becker (Head of Operations, Eastgate Logistics), Priya Nair",
      [
        "Company: Eastgate Logistics",
        "Person: Priya Nair",
        "Person: Tom Becker",
        "works_at: Tom Becker -> Eastgate Logistics",
      ],
    ],
    [
      "Please ask Willem ter Haar (Legal Counsel, Eastgate Logistics) about it.",
      [
        "Company: Eastgate Logistics",
        "Person: Willem ter Haar",
        "works_at: Willem ter Haar -> Eastgate Logistics",
      ],
    ],
    ["Dirk van den Berg wrote to us. Dirk is away.", ["Person: Dirk van den Berg"]],
    [
      "Maria von der Heide and Ana de la Cruz wrote to us.",
      ["Person: Ana de la Cruz", "Person: Maria von der Heide"],
    ],
    [
      "Call\n\nUs: Priya, Maria\nThem: Carla Mendes",
      ["Person: Carla Mendes", "Person: Maria", "Person: Priya"],
    ],
    [
      "Call\n\nWith Dirk van den Berg and Carla Mendes.",
      ["Person: Carla Mendes", "Person: Dirk van den Berg"],
    ],
    ["Call\n\nWith the new budget we can start.", []],
    ["Attendees: Priya Nair, Northwind Logistics", ["Company: Northwind Logistics", "Person: Priya Nair"]],
    ["The Head of Operations moved from Redis to Postgres.", []],
    ["Tom Becker is our Head of Engineering.", ["Person: Tom Becker"]],
    [
      "Attendees: Maria Lopez, Maria Stein\n\nMaria will send the offer to them.",
      ["Person: Maria Lopez", "Person: Maria Stein"],
    ],
  ])("%s", async (text, finds) => {
    expect(await found(text, ...types)).toEqual(finds);
  });

  test("a chat has speakers, whom they call, and what they promise", async () => {
    const chat = [
      "[08:02] jonas: the export failed again",
      "[08:05] Bruno K.: it waits for a lock. I'll restart the worker now",
      "08:07 tom: ok, I will fix the cronjob today. @priya can you tell them?",
    ].join("\n");
    expect(await found(chat, "Person", "Task", "assigned_to: Task -> Person")).toEqual([
      "Person: Bruno K.",
      "Person: jonas",
      "Person: priya",
      "Person: tom",
      "Task: fix the cronjob",
      "Task: restart the worker",
      "assigned_to: fix the cronjob -> tom",
      "assigned_to: restart the worker -> Bruno K.",
    ]);
    expect(await found("Note: I will be away.\nTotal: 12", "Person", "Task")).toEqual([]);
  });

  test("what supports a find more makes it more certain", async () => {
    const { entities } = await readPattern(
      "Attendees: Anna Keller, Raj Patel\n\nAnna met Lindqvist from Ostbrook in May.",
      wanted("Person", "Company"),
    );
    const certainty = (name: string): number | undefined =>
      entities.find((entity) => entity.name === name)?.certainty;
    expect(certainty("Anna Keller")).toBeGreaterThan(certainty("Ostbrook") ?? 1);
    for (const entity of entities) expect(entity.certainty).toBeGreaterThan(0);
  });
});
