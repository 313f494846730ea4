"""The web app: play, understand, solve, replay.

    serve -> app (guard, static files, api) -> workers -> worker -> jobs -> the library

`api` holds the endpoints, `boards` and `checks` what they share, `messages` what goes over the wire; `schema` turns
those dataclasses into checks and into OpenAPI. Searches run in worker processes. The front end under `static` is plain
ES modules; nothing is built.
"""
