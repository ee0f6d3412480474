"""Every error that ends a command, with its exit code.

OmnibenchError                     70   a bug that reached the top
├── UsageError                      2   a flag, a selection
├── SettingsInvalid                10   a value of a flag or the environment
├── FilesInvalid                   19   files with faults, all listed
│   ├── DatasetInvalid             20   documents
│   ├── RegistryInvalid            21   a registry
│   ├── AuditInvalid               22   the sheet or the key of an audit
│   └── SourceInvalid              23   a foreign question bank
├── ProviderStopped                30   the provider failed and the run stopped
│   ├── AuthRejected               31   key missing, wrong or not allowed
│   ├── ModelUnknown               32   the provider does not have the model
│   └── QuotaExhausted             33   credits or a daily limit used up
├── EmbeddedUnavailable            34   a piece of the embedded provider is not installed
├── ReportUnavailable              35   a library that a report needs is not installed
├── ImagesUnavailable              36   the library that converts pictures is not installed
├── DataUnavailable                37   a library that an import needs is not installed
├── HubUnreachable                 38   a bank could not be fetched from the hub
└── StoreError                     40   the result tree
    ├── ResultCorrupt              41   a mirror or a journal that cannot be read
    ├── RunLocked                  42   another process writes the same results
    └── DiskFull                   43   no space left, or no permission to write

A provider's failure to answer one question is not an exception but a `records.Failure`.
Codes 0, 1, 3, 4, 129, 130 and 143 belong to `omnibench.cli.exit_codes`. Codes are unique (a test), and
`docs/errors.md` is printed from these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.records import Failure, Fault


class OmnibenchError(Exception):
    """Something went wrong inside OmniBench itself."""

    exit_code: ClassVar[int] = 70
    remedy: ClassVar[str] = "Run again with --debug and report what it prints."

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.remedy


class UsageError(OmnibenchError):
    """A flag is wrong, or the selection is empty."""

    exit_code = 2
    remedy = "See --help."


class SettingsInvalid(OmnibenchError):
    """A setting has no usable value; the value itself is never printed when it is a secret."""

    exit_code = 10
    remedy = "Check the flag or the .env file that is named."


class FilesInvalid(OmnibenchError):
    """One or more files cannot be read; every fault is listed."""

    exit_code = 19
    remedy = "Correct what is named. Nothing was asked."

    def __init__(self, faults: Sequence[Fault], *, hint: str = "") -> None:
        self.faults = tuple(faults)
        files = {fault.path for fault in self.faults}
        n, m = len(self.faults), len(files)
        super().__init__(f"{n} fault{'s' * (n != 1)} in {m} {self._what}{'s' * (m != 1)}", hint=hint)

    _what: ClassVar[str] = "file"


class DatasetInvalid(FilesInvalid):
    """One or more documents cannot be read; every fault is listed."""

    exit_code = 20
    remedy = "Correct the items that are named, or leave the file out with --only. Nothing was asked."
    _what = "dataset file"


class RegistryInvalid(FilesInvalid):
    """A model registry cannot be read; every fault is listed."""

    exit_code = 21
    remedy = "Correct the entries that are named, or use another file with --registry. Nothing was asked."
    _what = "registry"


class AuditInvalid(FilesInvalid):
    """The sheet or the key of an audit cannot be read; every fault is listed."""

    exit_code = 22
    remedy = (
        "Correct the rows that are named and save the sheet as CSV again; the key must be as it was written."
    )
    _what = "audit file"


class SourceInvalid(FilesInvalid):
    """A foreign question bank cannot be read, or holds no question that can be; nothing was written."""

    exit_code = 23
    remedy = "Mend the file, or say how it is to be read: see import --help. Nothing was written."
    _what = "source file"


class ProviderStopped(OmnibenchError):
    """The provider failed in a way that retries did not mend, so the run stopped."""

    exit_code = 30
    remedy = "Start the same command again when the provider is back: it goes on where it stopped."

    def __init__(self, failure: Failure, *, model: str = "", question: str = "", hint: str = "") -> None:
        self.failure = failure
        where = "".join(
            f"\n  {name}: {value}" for name, value in (("model", model), ("question", question)) if value
        )
        super().__init__(f"{failure.summary}{where}", hint=hint)


class AuthRejected(ProviderStopped):
    """The provider refused the key."""

    exit_code = 31
    remedy = "Check the API key of this provider."


class ModelUnknown(ProviderStopped):
    """The provider does not serve the model."""

    exit_code = 32
    remedy = "Check the model's name against the provider's list."


class QuotaExhausted(ProviderStopped):
    """Credits or a daily limit are used up."""

    exit_code = 33
    remedy = "Add credits or wait for the limit to reset, then start the same command again."


class EmbeddedUnavailable(OmnibenchError):
    """A piece of the embedded provider is not installed, or its model file cannot be loaded."""

    exit_code = 34
    remedy = "make setup"


class ReportUnavailable(OmnibenchError):
    """A library that a report needs is not installed."""

    exit_code = 35
    remedy = 'pip install "clinicallm-omnibench[report]"'


class ImagesUnavailable(OmnibenchError):
    """A picture has to be converted for the provider, and the library for that is not installed."""

    exit_code = 36
    remedy = 'pip install "clinicallm-omnibench[images]"'


class DataUnavailable(OmnibenchError):
    """A workbook or a bank of the hub is to be imported, and the library for that is not installed."""

    exit_code = 37
    remedy = 'pip install "clinicallm-omnibench[data]"'


class HubUnreachable(OmnibenchError):
    """A bank could not be fetched from the hub."""

    exit_code = 38
    remedy = "Fetch the files that are named by hand, and import them from disk."


class StoreError(OmnibenchError):
    """The result tree cannot be read or written."""

    exit_code = 40
    remedy = "Check the folder that is named, and its permissions."


class ResultCorrupt(StoreError):
    """A mirror or a journal holds something that OmniBench did not write; nothing was touched."""

    exit_code = 41
    remedy = "Mend or move the named file, then start again. Nothing was changed."

    def __init__(self, path: str, reason: str, *, line: int | None = None) -> None:
        place = path if line is None else f"{path}, line {line}"
        super().__init__(f"{place}: {reason}")


class RunLocked(StoreError):
    """Another process is writing the same result file."""

    exit_code = 42
    remedy = "Wait for the other run, or stop it; nothing was asked."

    def __init__(self, path: str, holder: str) -> None:
        super().__init__(f"{path} is being written by {holder}")


class DiskFull(StoreError):
    """A result could not be written; everything that was committed before is safe."""

    exit_code = 43
    remedy = "Free some space or fix the permission, then start the same command again."
