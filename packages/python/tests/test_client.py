"""Tests the client against the service at SLICE_URL, with the write key of an empty project in SLICE_KEY."""

from __future__ import annotations

import os
import unittest

from slice_cql_client import Client, ConnectionFailed, Problem

URL, KEY = os.environ["SLICE_URL"], os.environ["SLICE_KEY"]


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.service = Client(URL, KEY)

    def test_stores_scopes_searches_and_forgets(self) -> None:
        service = self.service
        ids = service.entities.write(
            [{"type": "Person", "name": "Ada"}, {"type": "Person", "name": "Grace"}, {"type": "Bug", "name": "A moth"}]
        )["ids"]
        people = service.slices.create({"name": "People", "cql": "type:Person"})
        names = {entity["name"] for entity in service.slices.entities(people["id"] or "", limit=1)}
        self.assertEqual(names, {"Ada", "Grace"})
        preview = service.slices.create({"name": "Bugs", "cql": "type:Bug"}, dry_run=True)
        self.assertEqual((preview["id"], preview["matched"]), (None, 1))
        written = service.memories.write({"content": "Ada prefers tea. ☕", "subject_id": "ada"})
        memory = service.memories.get(written["id"] or "")
        self.assertEqual(memory["content"], "Ada prefers tea. ☕")
        found = service.search({"query": "tea"}).get("memories", [])
        self.assertEqual([hit["content"] for hit in found], ["Ada prefers tea. ☕"])
        service.memories.update(memory["id"], {"content": "Ada prefers mate."}, if_match=str(memory["version"]))
        with self.assertRaises(Problem) as late:
            service.memories.update(memory["id"], {"content": "No."}, if_match=str(memory["version"]))
        self.assertEqual((late.exception.code, late.exception.problem["version"]), ("version_conflict", 2))
        service.memories.erase(subject_id="ada")
        self.assertEqual(list(service.memories.list(subject_id="ada")), [])
        service.entities.delete(ids[0])
        self.assertEqual(list(service.export())[-1]["kind"], "end")

    def test_pages_are_read_when_they_are_reached(self) -> None:
        service = self.service
        service.memories.write({"memories": [{"content": f"Page {n}", "kind": "lesson"} for n in range(5)]})
        pages = service.memories.list(kind="lesson", limit=2).pages()
        self.assertEqual([len(page["memories"]) for page in pages], [2, 2, 1])

    def test_problems_say_what_is_wrong(self) -> None:
        with self.assertRaises(Problem) as wrong:
            self.service.slices.create({"name": "x", "cql": "after:2026-02-30"})
        self.assertEqual((wrong.exception.code, wrong.exception.status), ("invalid_cql", 422))
        self.assertEqual(wrong.exception.diagnostics[0]["severity"], "error")
        with self.assertRaises(Problem) as empty:
            self.service.memories.write({"content": ""})
        self.assertEqual(empty.exception.errors[0]["pointer"], "/content")
        self.assertRegex(empty.exception.request_id or "", "^req_")

    def test_what_is_no_id_is_not_sent(self) -> None:
        for each in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.service.memories.delete(each)
        with self.assertRaises(Problem):
            self.service.memories.get("../memories?x=1#")

    def test_what_is_no_service_is_said_to_be_none(self) -> None:
        with self.assertRaises(ValueError):
            Client("nowhere", KEY)
        with self.assertRaises(ValueError):
            Client(URL, "slice-\n")
        with self.assertRaises(Problem) as page:
            Client(f"{URL}/docs?", KEY).stats()
        self.assertEqual(page.exception.code, "unexpected_answer")

    def test_a_loop_is_estimated_and_followed(self) -> None:
        loops = self.service.loops
        self.assertGreater(loops.estimate({"goal": "Find people."})["estimated_credits"], 0)
        loop = loops.start({"goal": "Find people."})
        events = list(loops.events(loop["loop_id"]))
        self.assertEqual([event["sequence"] for event in events], list(range(1, len(events) + 1)))
        self.assertIn("loop.completed", [event["kind"] for event in events])
        self.assertEqual(list(loops.events(loop["loop_id"], after_sequence=events[-1]["sequence"])), [])
        with self.assertRaises(ValueError):
            loops.start({"goal": "x", "dry_run": True})

    def test_a_slice_is_followed(self) -> None:
        service = self.service
        deals = service.slices.create({"name": "Deals", "cql": "type:Deal"})["id"] or ""
        start = service.slices.get(deals)["changes_cursor"]
        ids = service.entities.write([{"type": "Deal", "name": name} for name in ("a", "b", "c")])["ids"]
        changes = service.slices.changes(deals, cursor=start)
        self.assertEqual(changes.cursor, start)
        seen = []
        for change in changes:
            self.assertEqual((change["kind"], change["reason"], change["cursor"]), ("entered", "write", changes.cursor))
            seen.append(change["entity_id"])
            if len(seen) == 2:
                break
        rest = service.slices.list_changes(deals, cursor=changes.cursor)
        self.assertEqual(seen + [change["entity_id"] for change in rest["changes"]], ids)
        service.entities.delete(ids[0])
        # To read on goes on where it was.
        self.assertEqual([next(iter(changes))["entity_id"], next(iter(changes))["kind"]], [ids[2], "left"])
        with self.assertRaises(Problem) as wrong:
            next(iter(service.slices.changes(deals, cursor="x")))
        self.assertEqual(wrong.exception.code, "invalid_request")
        service.slices.delete(deals)
        with self.assertRaises(Problem) as gone:
            next(iter(changes))
        self.assertEqual(gone.exception.code, "not_found")

    def test_what_has_no_key_is_tried_once(self) -> None:
        started = Client("http://slice.invalid", KEY)
        with self.assertRaises(ConnectionFailed):
            started.memories.delete("0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081")


if __name__ == "__main__":
    unittest.main()
