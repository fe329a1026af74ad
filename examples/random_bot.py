#!/usr/bin/env python3
"""Plays random legal moves in any game, at a table of a Ludarium server.

    pip install websockets
    python random_bot.py --new archimedes                       against an engine of level 1
    python random_bot.py --new ascension --setup seats=2 --open  makes a table and waits for an opponent
    python random_bot.py --table t_… --seat 2 --invite …        takes a seat at a table

Without --token it plays as a guest; a bot account's token comes from POST /api/bots.
docs/socket.md describes the protocol. The client reconnects and names the last event it has.
"""

import argparse
import asyncio
import json
import random
import urllib.error
import urllib.request
import uuid

import websockets


class Server:
    """HTTP, with the token of a bot or the cookie of a guest."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, self.headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                if cookie := answer.headers.get("Set-Cookie"):
                    self.headers["Cookie"] = cookie.split(";")[0]
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def socket(self, path):
        headers = {k: v for k, v in self.headers.items() if k != "Content-Type"}
        url = self.url.replace("http", "ws", 1) + path
        return websockets.connect(url, additional_headers=headers, max_size=None)


class Bot:
    def __init__(self, server, table, invite, quiet):
        self.server, self.table, self.invite, self.quiet = server, table, invite, quiet
        self.mine = []
        self.last = 0

    async def play(self):
        """Plays until the game is over, and reconnects when the connection breaks."""
        while True:
            path = f"/api/tables/{self.table}/socket?since={self.last}"
            if self.invite:
                path += f"&invite={self.invite}"
            try:
                async with self.server.socket(path) as socket:
                    async for text in socket:
                        result = await self.hear(socket, json.loads(text))
                        if result is not None:
                            return result
            except (OSError, websockets.ConnectionClosed):
                pass
            await asyncio.sleep(0.5)

    async def hear(self, socket, message):
        kind = message["type"]
        if kind == "refused":
            raise SystemExit(f"refused: {message['error']}")
        if kind not in ("state", "event"):
            return None
        self.last = message["n"]
        if kind == "state":
            self.mine = message["mine"]
        elif not self.quiet:
            print(message["n"], message["event"])
        table, view = message["table"], message.get("view")
        if table["state"] == "over":
            return table["result"], table["by"]
        if table["state"] != "live" or view is None:
            return None
        seat = view["turn"].get("seat")
        if seat not in self.mine:
            return None
        if message["viewing"] != seat:
            await self.say(socket, type="look", seat=seat)
        elif view["legal"]:
            token = random.choice(view["legal"])["t"]
            await self.say(socket, type="act", ply=view["ply"], seat=seat, t=token)
        return None

    async def say(self, socket, **command):
        await socket.send(json.dumps({"id": uuid.uuid4().hex, **command}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:7777")
    parser.add_argument("--token", help="the token of a bot")
    parser.add_argument("--table", help="the id of a table to join")
    parser.add_argument("--seat", type=int, help="the seat to take")
    parser.add_argument("--invite", help="the invitation in the link of a private table")
    parser.add_argument("--new", metavar="GAME", help="make a table of this game")
    parser.add_argument("--setup", default="", help="the options of the game")
    parser.add_argument("--open", action="store_true", help="leave the other seats open to people")
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    server = Server(args.server, args.token)
    me = server.call("POST", "/api/me", {})
    table, invite = args.table, args.invite
    if args.new:
        checked = server.call("POST", "/api/check", {"game": args.new, "setup": args.setup})
        other = {"kind": "open"} if args.open else {"kind": "engine", "level": 1}
        seats = [{"kind": "me"}] + [other] * (checked["seats"] - 1)
        made = server.call("POST", "/api/tables", {"game": args.new, "setup": args.setup, "seats": seats})
        table, invite = made["id"], made["invite"]
        print(f"{me['name']} made {args.server}{made['link']}")
    elif table and args.seat:
        body = {"seat": args.seat, "invite": invite, "nonce": uuid.uuid4().hex}
        server.call("POST", f"/api/tables/{table}/sit", body)
    if not table:
        parser.error("say --new GAME or --table ID")
    result, by = asyncio.run(Bot(server, table, invite, args.quiet).play())
    print("over:", result, "by", by)


if __name__ == "__main__":
    main()
