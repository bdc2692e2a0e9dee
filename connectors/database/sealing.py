"""Text that is kept encrypted: Fernet (AES-128-CBC with HMAC-SHA-256), its keys derived by HKDF.

In: the secrets of the deployment, the newest first. Out: `seal` encrypts with the newest; `open` reads what
any of them sealed, so that a secret can be replaced while its forerunner still stands beside it.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kgqa.errors import BadSetting


class Cipher:
    """`purpose` keeps what is sealed for one thing from being read as another."""

    def __init__(self, secrets: tuple[str, ...], purpose: str) -> None:
        self._keys = MultiFernet([Fernet(_key(secret, purpose)) for secret in secrets])

    def seal(self, text: str) -> str:
        return self._keys.encrypt(text.encode()).decode()

    def open(self, sealed: str) -> str:
        """Raises BadSetting for what none of the secrets has sealed."""
        try:
            return self._keys.decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise BadSetting(
                "What is kept encrypted cannot be read with the secret of now. Put the earlier one into "
                "QUERIST_SECRETS_BEFORE, or install the app again."
            ) from error


def _key(secret: str, purpose: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"querist {purpose}".encode())
    return base64.urlsafe_b64encode(derived.derive(secret.encode()))
