"""What an administrator gives to a chat platform so that Querist can be installed there.

One package a platform, each with `build(...) -> dict`: the manifest as plain data, made and checked here and
printed by `querist manifest`.

    manifests.slack.build(mode, url, name, follow_up=...) -> dict
    manifests.teams.build(app_id, url, name) -> dict; package(manifest) -> bytes, the zip for Teams
"""
