"""Tests what comes back where no service is, or a broken one: always one of the two exceptions, and never without end."""

from __future__ import annotations

import threading
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Iterator, List

from slice_cql_client import Client, ConnectionFailed, Problem

ID = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081"
JSON = "application/json"


@contextmanager
def answering(status: int, kind: str, body: bytes, location: str = "") -> Iterator[List[str]]:
    """A server that answers everything so; gives its URL, then the paths that were asked for."""
    asked: List[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("content-type", kind)
            if location:
                self.send_header("location", location)
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:
                pass

        do_POST = do_GET

        def log_message(self, *_given: object) -> None:
            return None

    server = HTTPServer(("127.0.0.1", 0), Handler)
    asked.append(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class HostileTest(unittest.TestCase):
    def test_a_refusal_that_is_no_problem_is_an_unexpected_answer_once(self) -> None:
        for body in (b"null", b"", b'{"code":', b"[]", b'{"code":404,"detail":{}}', b"\xff", b"[" * 100_000):
            for status in (400, 404, 502, 504):
                with answering(status, JSON, body) as asked, self.assertRaises(Problem) as wrong:
                    Client(asked[0], "slice-x").stats()
                self.assertEqual((wrong.exception.code, wrong.exception.status), ("unexpected_answer", status))
                self.assertEqual(len(asked), 2)

    def test_a_problem_always_has_lists_to_go_through(self) -> None:
        with answering(404, JSON, b'{"code":"not_found","detail":"No.","errors":null,"diagnostics":{}}') as asked:
            with self.assertRaises(Problem) as wrong:
                Client(asked[0], "slice-x").stats()
        self.assertEqual((wrong.exception.errors, wrong.exception.diagnostics), ([], []))

    def test_a_list_that_is_none_is_an_unexpected_answer(self) -> None:
        for body in (b"{}", b"null", b'{"memories":3}'):
            with answering(200, JSON, body) as asked, self.assertRaises(Problem):
                list(Client(asked[0], "slice-x").memories.list())

    def test_nothing_is_sent_where_a_server_says_that_it_should_be(self) -> None:
        with answering(200, JSON, b"{}") as other:
            with answering(307, JSON, b"", f"{other[0]}/stolen") as asked, self.assertRaises(Problem):
                Client(asked[0], "slice-x").memories.write({"content": "A secret."})
        self.assertEqual(len(other), 1)

    def test_a_line_without_an_end_is_read_to_a_limit_and_what_is_no_json_is_a_break(self) -> None:
        for body in (b"x" * (1 << 25), b"no JSON\n", b"\xff\n", b"3\n", b""):
            with answering(200, "application/x-ndjson", body) as asked, self.assertRaises(ConnectionFailed):
                list(Client(asked[0], "slice-x").export())


if __name__ == "__main__":
    unittest.main()
