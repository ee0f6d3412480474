"""A Hugging Face hub on loopback that has the files it is given, and tells who asked for what."""

import hashlib
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def hub_server(files):
    """Serve files of datasets; yields the environment that leads there and the list of files that were fetched.

    Args:
        files: (repo, revision, name) to content.
    """
    contents = {f"/datasets/{r}/resolve/{v}/{name}": (v, content) for (r, v, name), content in files.items()}
    fetched = []

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.answer(is_head=True)

        def do_GET(self):
            self.answer(is_head=False)

        def answer(self, *, is_head):
            revision, content = contents.get(self.path, ("", None))
            self.send_response(404 if content is None else 200)
            if content is None:
                self.send_header("X-Error-Code", "EntryNotFound")
            else:
                self.send_header("X-Repo-Commit", revision)
                self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            if content is not None and not is_head:
                fetched.append(self.path.rpartition("/resolve/")[2].partition("/")[2])
                self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield {"HF_ENDPOINT": f"http://127.0.0.1:{server.server_address[1]}"}, fetched
    finally:
        server.shutdown()
        server.server_close()
