"""Which store the settings select, a folder or a bucket, with every setting passed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from renderer.backends.storage.local import LocalStore
from renderer.backends.storage.local_staging import LocalStaging
from renderer.backends.storage.opening import _place, open_staging, open_store
from renderer.backends.storage.settings import StoreSettings

BUCKET = {
    "s3_bucket": "videos",
    "s3_prefix": "here/",
    "s3_endpoint": "https://s3.example",
    "s3_region": "eu-central-1",
    "s3_addressing": "path",
    "s3_encryption": "aws:kms",
    "s3_kms_key": "key-1",
    "s3_access_key": "access",
    "s3_secret_key": SecretStr("very secret"),
}


def test_without_a_bucket_objects_go_to_the_folder(tmp_path: Path) -> None:
    settings = StoreSettings(storage_root=tmp_path / "objects")
    store, staging = open_store(settings), open_staging(settings, spool=tmp_path / "spool")
    assert (type(store), type(staging)) == (LocalStore, LocalStaging)
    assert list(tmp_path.iterdir()) == [], "nothing is made before it is used"
    source = tmp_path / "x"
    source.write_bytes(b"bytes")
    stored = store.put_file("videos/x", source)
    assert b"".join(store.read(stored.key, start=0, stop=5)) == b"bytes"
    assert (tmp_path / "objects/videos/x").read_bytes() == b"bytes"


def test_the_folder_and_its_staging_are_of_one_store(tmp_path: Path) -> None:
    settings = StoreSettings(storage_root=tmp_path)
    staging = open_staging(settings, spool=tmp_path / "spool")
    staged = staging.begin("uploads/one")
    names = []
    for slot, content in enumerate((b"first ", b"second"), start=1):
        part = staging.part(staged, slot=slot)
        part.write(content)
        names.append(part.store())
        part.close()
    stored = staging.publish(staged, names, key="remix/one/source")
    assert open_store(settings).stat("remix/one/source") == stored
    assert b"".join(open_store(settings).read(stored.key, start=0, stop=12)) == b"first second"


def test_a_named_bucket_gets_every_setting() -> None:
    place = _place(StoreSettings.model_validate(BUCKET))
    assert (place.bucket, place.prefix, place.endpoint) == ("videos", "here/", "https://s3.example")
    assert (place.region, place.addressing) == ("eu-central-1", "path")
    assert (place.encryption, place.kms_key) == ("aws:kms", "key-1")
    assert (place.access_key, place.secret_key) == ("access", "very secret")


def test_no_secret_stands_in_what_is_printed() -> None:
    settings = StoreSettings.model_validate(BUCKET)
    assert "very secret" not in repr(settings)
    assert "very secret" not in settings.model_dump_json()


@pytest.mark.parametrize(
    ("name", "value"), [("s3_addressing", "host"), ("s3_encryption", "aes"), ("s3_encryption", "aws:s3")]
)
def test_what_no_server_knows_is_refused_at_once(name: str, value: str) -> None:
    with pytest.raises(ValidationError, match=name):
        StoreSettings.model_validate({name: value})
