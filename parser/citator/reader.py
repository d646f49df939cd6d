"""An edition of the library becomes a parsed document, its repairs made.

In: an :class:`~citator.library.Edition`. Out: a :class:`~citator.model.Document`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from citator import repair, source, tree
from citator.errors import BadRepair

if TYPE_CHECKING:
    from citator.library import Edition
    from citator.model import Document


def read(edition: Edition, repaired: bool = True) -> Document:
    """Parse an edition; ``repaired=False`` leaves the words as they are printed."""
    text = source.read(edition.path, edition.encoding)
    mend = None
    if repaired and edition.repairs.is_file():
        try:
            mend = repair.Mender.of(text.text, repair.load(edition.repairs)).mend
        except BadRepair as error:
            raise BadRepair(f"{edition.repairs}: {str(error).removeprefix(f'{edition.repairs}: ')}") from None
    return tree.grow(text, edition.layout, mend, str(edition.path))
