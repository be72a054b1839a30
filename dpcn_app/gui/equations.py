"""What a quantity means, with its equation: tooltips for every number and picture.

Setting an equation takes ziamath a second to load and some 60 ms each, so it happens once, in a
thread of its own; the outlines are kept in memory and in the user's cache folder. Until they are
there, and wherever they cannot be had, the equation is written with Unicode letters.
"""

from __future__ import annotations

import base64
import hashlib
import html
import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import platformdirs
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QObject, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QHelpEvent, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing

_INK = "#010203"  # stands for the colour of type in the outlines
_TYPE = 16.0  # size in which outlines are set, in pixels
_ENLARGED = 1.25  # equations against the type around them: they have small parts


@dataclass(frozen=True)
class Equation:
    """A quantity.

    Parameters
    ----------
    title
        Its name.
    meaning
        One or two sentences in plain words.
    latex, plain
        Its equation, for setting and in Unicode.
    """

    title: str
    meaning: str
    latex: str
    plain: str


EQUATIONS = {
    "states": Equation(
        "States x",
        "Which atoms of the dictionary explain an input. Few are active; the states before and the "
        "causes above say which to expect.",
        r"x_t=\arg\min_x\ \frac{1}{2}\|y_t-Cx\|_2^2+\lambda\|x-Ax_{t-1}\|_1+\sum_k\gamma_k|x_k|",
        "x_t = argmin ½‖y_t − Cx‖² + λ‖x − Ax_{t−1}‖₁ + Σ_k γ_k|x_k|",
    ),
    "causes": Equation(
        "Causes u",
        "What the states of a group have in common, never negative. An active cause makes the "
        "states that it stands for cheaper.",
        r"u_t=\arg\min_{u\geq 0}\ \sum_n\sum_k\gamma_k(u)\,|x_k^{(n)}|+\beta\|u\|_1",
        "u_t = argmin over u ≥ 0 of Σ_n Σ_k γ_k(u)|x_k⁽ⁿ⁾| + β‖u‖₁",
    ),
    "gamma": Equation(
        "Prior γ",
        "The price of each state: γ₀ where no cause expects it, falling to half of that where one "
        "does.",
        r"\gamma_k=\gamma_0\,\frac{1+e^{-[Bu]_k}}{2}",
        "γ_k = γ₀ (1 + e^{−[Bu]_k}) / 2",
    ),
    "expectation": Equation(
        "Prediction",
        "What was expected before the frame came: the states that follow from the last ones, each "
        "as far as the causes that are handed down open it.",
        r"C\left((1-e^{-B\hat u_t})\circ Ax_{t-1}\right)",
        "C((1 − e^{−Bû_t}) ∘ Ax_{t−1})",
    ),
    "prior_expectation": Equation(
        "Prediction of the extended prior",
        "What the prior expected before the frame came: states as large as they usually follow "
        "from the last ones here and in the patches beside, with the signs s of Ax; each as far as "
        "parts T and D spare it their price. What is black here is what fades.",
        r"C\left(s\circ\left(1-\frac{\kappa_Te^{-\eta_TS(m)}+\kappa_De^{-\eta_DS(B\hat u)}}"
        r"{\kappa_T+\kappa_D}\right)\circ m\right),\quad m=[M|x_{t-1}|]_+",
        "C(s ∘ (1 − (κ_T e^{−η_T S(m)} + κ_D e^{−η_D S(Bû)})/(κ_T + κ_D)) ∘ m),  m = [M|x_{t−1}|]₊",
    ),
    "reconstruction": Equation(
        "Reconstruction",
        "The input put together again from the active atoms. What is missing counts as energy.",
        r"\hat y_t=Cx_t,\qquad E=\frac{1}{2}\sum_n\|y_t^{(n)}-Cx_t^{(n)}\|_2^2",
        "ŷ_t = Cx_t,  E = ½ Σ_n ‖y_t⁽ⁿ⁾ − Cx_t⁽ⁿ⁾‖²",
    ),
    "transition": Equation(
        "Transition A",
        "How states follow each other. Departing from what A predicts costs λ for each unit.",
        r"\hat x_t=Ax_{t-1},\qquad E=\lambda\sum_n\|x_t^{(n)}-Ax_{t-1}^{(n)}\|_1",
        "x̂_t = Ax_{t−1},  E = λ Σ_n ‖x_t⁽ⁿ⁾ − Ax_{t−1}⁽ⁿ⁾‖₁",
    ),
    "state_sparsity": Equation(
        "Sparsity of the states",
        "The price of all active states. Causes lower it for states that belong together.",
        r"E=\sum_n\sum_k\gamma_k\,|x_k^{(n)}|",
        "E = Σ_n Σ_k γ_k |x_k⁽ⁿ⁾|",
    ),
    "cause_sparsity": Equation(
        "Sparsity of the causes",
        "The price of active causes: only those that pay off stay.",
        r"E=\beta\,\|u\|_1",
        "E = β‖u‖₁",
    ),
    "top_down": Equation(
        "Top-down",
        "The price of departing from the causes expected from above. Bottom-up inference leaves "
        "this term out.",
        r"E=\frac{w}{2}\,\|u_t-\hat u_t\|_2^2",
        "E = w/2 ‖u_t − û_t‖²",
    ),
    "dictionary": Equation(
        "Dictionary C",
        "Its columns are the atoms that inputs are put together from, each of length 1.",
        r"y_t\approx Cx_t=\sum_k x_k\,c_k,\qquad \|c_k\|_2=1",
        "y_t ≈ Cx_t = Σ_k x_k c_k,  ‖c_k‖ = 1",
    ),
    "invariant": Equation(
        "Invariant B",
        "Its columns say which states a cause stands for: those that are often active together.",
        r"\gamma=\gamma_0\,\frac{1+e^{-Bu}}{2},\qquad B\geq 0,\ \|b_d\|_2=1",
        "γ = γ₀ (1 + e^{−Bu}) / 2,  B ≥ 0,  ‖b_d‖ = 1",
    ),
    "kmeans": Equation(
        "Cluster accuracy",
        "Share of frames that fall into their own shape's cluster. The clusters are found without "
        "labels, and then named in the best way.",
        r"\max_{\pi}\ \frac{1}{T}\sum_t\,[\,\pi(k_t)=c_t\,]",
        "max over namings π of 1/T Σ_t [π(k_t) = c_t]",
    ),
    "centroid": Equation(
        "Nearest centroid",
        "Share of frames whose causes lie nearest to the mean of their own shape, as measured on "
        "the video without noise.",
        r"\frac{1}{T}\sum_t\,[\,\arg\min_c\|u_t-m_c\|=c_t\,]",
        "1/T Σ_t [argmin_c ‖u_t − m_c‖ = c_t]",
    ),
    "silhouette": Equation(
        "Silhouette",
        "How much nearer frames lie to their own shape (a) than to the next one (b), on average: "
        "1 is clean, 0 is muddled.",
        r"s=\frac{1}{T}\sum_t\frac{b_t-a_t}{\max(a_t,b_t)}",
        "s = 1/T Σ_t (b_t − a_t) / max(a_t, b_t)",
    ),
    "coherence": Equation(
        "Coherence",
        "The top layer expects its causes to stay as they were. This alone gives most of the gain "
        "of top-down inference.",
        r"\hat u_t=u_{t-1},\qquad E=\frac{w}{2}\,\|u_t-u_{t-1}\|_2^2",
        "û_t = u_{t−1},  E = w/2 ‖u_t − u_{t−1}‖²",
    ),
    "predictions": Equation(
        "Predictions handed down",
        "Layer 2 tells layer 1 which causes to expect. States that the expected causes open follow "
        "their transition; the others are expected to be silent.",
        r"\hat x_k=[Ax_{t-1}]_k\ \mathrm{if}\ \frac{\gamma_0}{2}e^{-[B\hat u]_k}<\lambda,"
        r"\ \mathrm{else}\ 0",
        "x̂_k = [Ax_{t−1}]_k if γ₀/2 · e^{−[Bû]_k} < λ, else 0",
    ),
    "prior": Equation(
        "Extended prior γ",
        "Beyond the paper: a state that neither time (T) nor the layer above (D) led to expect "
        "costs more, so that noise fades from the reconstruction. c says how far the expectation "
        "has come true on a first look.",
        r"\gamma_k=\gamma_0\left[\frac{1+e^{-[Bu]_k}}{2}+\kappa_Tc_Te^{-\eta_TS(m)_k}"
        r"+\kappa_Dc_De^{-\eta_DS(B\hat u)_k}\right]",
        "γ_k = γ₀ [(1 + e^{−[Bu]_k})/2 + κ_T c_T e^{−η_T S(m)_k} + κ_D c_D e^{−η_D S(Bû)_k}]; "
        "at the top, K adds γ₀ κ_K e^{−η_K S(Bû)_k}",
    ),
    "prior_time": Equation(
        "Part T: time",
        "Layer 1 expects what usually follows from its last states, here and in the patches "
        "beside. The unexpected costs up to κ more; the expected costs up to ρ less.",
        r"m=[M|x_{t-1}|]_+,\quad e_k=e^{-\eta_TS(m)_k},\quad"
        r"\gamma_0\left[\kappa_Tc_Te_k-\rho(1-e_k)\right]",
        "m = [M|x_{t−1}|]₊, e_k = e^{−η_T S(m)_k}: γ_k gains γ₀ [κ_T c_T e_k − ρ(1 − e_k)]",
    ),
    "prior_handed_down": Equation(
        "Part D: handed down",
        "The top layer says which causes of layer 1 to expect; states that they do not open cost "
        "more.",
        r"\hat u^{(1)}=\left[C^{(2)}([M|x_{t-1}|]_+\circ(1-e^{-B\hat u}))\right]_+,\quad"
        r"\gamma_0\kappa_Dc_De^{-\eta_DS(B\hat u)_k}",
        "û¹ = [C²((M|x_{t−1}|) ∘ (1 − e^{−Bû}))]₊: γ_k gains γ₀ κ_D c_D e^{−η_D S(Bû)_k}",
    ),
    "prior_top": Equation(
        "Part K: at the top",
        "The top layer expects the states that its last causes explain; others cost more.",
        r"\hat u=u_{t-1},\qquad \gamma_0\kappa_Ke^{-\eta_KS(B\hat u)_k}",
        "û = u_{t−1}: γ_k of the top layer gains γ₀ κ_K e^{−η_K S(Bû)_k}",
    ),
    "placebo": Equation(
        "Placebo",
        "The control of the extended prior: what is handed down has its units permuted, so that "
        "part D raises as many prices but tells nothing true.",
        r"\hat u^{(1)}_d\ \rightarrow\ \hat u^{(1)}_{\pi(d)}",
        "û¹_d → û¹_{π(d)}",
    ),
    "evidence": Equation(
        "Evidence and price",
        "A state is on where the evidence that other states leave to it beats its price: γ, and λ "
        "more or less as the last states do not, or do, lead to expect it.",
        r"q_k=c_k^T\left(y-\sum_{j\neq k}c_jx_j\right),\qquad |q_k|>\gamma_k\mp\lambda",
        "q_k = c_kᵀ(y − Σ_{j≠k} c_j x_j); x_k ≠ 0 where |q_k| > γ_k ∓ λ",
    ),
    "surprise": Equation(
        "Surprise",
        "What of the frame is not explained by states that were expected, tinted over the input. "
        "e is 1 for a state that nothing led to expect.",
        r"y_t-C(x_t\circ(1-e)),\qquad e=e^{-\eta_TS([M|x_{t-1}|]_+)}",
        "y_t − C(x_t ∘ (1 − e)),  e = e^{−η_T S([M|x_{t−1}|]₊)}",
    ),
    "leak": Equation(
        "Leak",
        "How bright the reconstruction is where noise alone lit the frame, over the frames so far: "
        "0 where all noise has faded.",
        r"\frac{1}{|N|}\sum_{i\in N}\hat y_i,\qquad N:\ y_i\geq\frac{1}{2}>y_i^{\mathrm{clean}}",
        "mean of ŷ over pixels with y ≥ ½ > clean y",
    ),
    "kept": Equation(
        "Kept",
        "How bright the reconstruction is where the true shapes are: near 1 where they stay while "
        "the noise fades.",
        r"\frac{1}{|O|}\sum_{i\in O}\hat y_i,\qquad O:\ y_i^{\mathrm{clean}}\geq\frac{1}{2}",
        "mean of ŷ over pixels with clean y ≥ ½",
    ),
    "iou_clean": Equation(
        "IoU with the clean frame",
        "Pixels that the reconstruction shares with the clean frame, of all that either of them "
        "shows: 1 is the clean frame itself.",
        r"\frac{|R\cap O|}{|R\cup O|},\qquad R:\ \hat y_i\geq\frac{1}{2}",
        "|R ∩ O| / |R ∪ O|, R: ŷ ≥ ½, O: clean y ≥ ½",
    ),
    "explained": Equation(
        "Explained",
        "Share of the frame's variance that the reconstruction explains: 1 where nothing is left "
        "over.",
        r"1-\frac{\sum_i(y_i-\hat y_i)^2}{\sum_i(y_i-\bar y)^2}",
        "1 − Σ(y − ŷ)² / Σ(y − ȳ)²",
    ),
    "active": Equation(
        "Active",
        "Share of layer 1's states, or of the top causes, that are not zero in this frame.",
        r"\frac{1}{K}\sum_k\,[\,x_k\neq 0\,]",
        "share of k with x_k ≠ 0",
    ),
    "psnr": Equation(
        "Peak signal-to-noise ratio",
        "How near the reconstruction comes to the frame without noise, in decibels; R is the range "
        "of that frame.",
        r"10\,\log_{10}\frac{R^2}{\frac{1}{n}\sum_i(\hat y_i-y_i^{\mathrm{clean}})^2}",
        "10 log₁₀ R² / mean (ŷ − clean y)²",
    ),
    "moving_average": Equation(
        "Moving average",
        "The control: causes inferred without top-down, then averaged over time. Whatever this "
        "gains comes from looking at more than one frame.",
        r"m_t=(1-\alpha)\,m_{t-1}+\alpha\,u_t,\qquad \alpha=0.15",
        "m_t = (1 − α) m_{t−1} + α u_t,  α = 0.15",
    ),
}

_outlines: dict[str, str] = {}
_setting = threading.Lock()  # ziamath keeps its fonts in one place
_thread: threading.Thread | None = None


def cache_folder() -> Path:
    """Return where outlines are kept."""
    return platformdirs.user_cache_path("dpcn_app", appauthor=False) / "equations"


def equation_outline(key: str) -> str | None:
    """Return an equation as SVG if it has been set before, from memory or from the disk."""
    if key not in _outlines:
        with suppress(OSError, UnicodeDecodeError):
            _outlines[key] = _file(key).read_text("utf-8")
    return _outlines.get(key)


def set_outline(key: str) -> str | None:
    """Return an equation as SVG, setting it where need be; None where that cannot be done."""
    with _setting:
        known = equation_outline(key)
        if known is not None:
            return known
        try:
            import ziamath

            ziamath.config.svg2 = False  # QtSvg draws nothing of the other kind
            svg = str(ziamath.Latex(EQUATIONS[key].latex, size=_TYPE, color=_INK).svg())
        except Exception:  # an optional part: whatever goes wrong, the plain text serves
            return None
        _outlines[key] = svg
        with suppress(UserError, OSError):
            _file(key).parent.mkdir(parents=True, exist_ok=True)
            with replacing(_file(key)) as file:
                file.write(svg.encode())
        return svg


def warm_up() -> threading.Thread:
    """Set all equations in a thread, once; return it."""
    global _thread
    if _thread is None:
        _thread = threading.Thread(target=_set_all, name="equations", daemon=True)
        _thread.start()
    return _thread


def _set_all() -> None:
    for key in EQUATIONS:
        if set_outline(key) is None:
            return


def equation_tooltip(key: str) -> str:
    """Return rich text with a quantity's name, equation and meaning.

    It never waits: an equation that has not been set yet is written in Unicode, and setting begins.
    """
    equation = EQUATIONS[key]
    svg = equation_outline(key)
    picture = None
    if svg is None:
        warm_up()
    else:
        picture = _picture(svg, *_look())
    shown = picture or f"<i>{html.escape(equation.plain)}</i>"
    return (
        f"<p><b>{html.escape(equation.title)}</b></p><p style='white-space:pre'>{shown}</p>"
        f"<p>{html.escape(equation.meaning)}</p>"
    )


Place = Callable[[QPoint], str | None]
"""Names the quantity at a place of a widget; None for none."""


def attach_equation(widget: QWidget, *keys: str | Place) -> None:
    """Give a widget the tooltip of quantities, made when it is asked for, in the colours of then.

    It comes after the tooltip that the widget has of its own. The plain words become its accessible
    description, if it has none.
    """
    widget.installEventFilter(_Asked(widget, keys))
    named = [EQUATIONS[key] for key in keys if isinstance(key, str)]
    if named and not widget.accessibleDescription():
        words = " ".join(f"{each.title}: {each.meaning}" for each in named)
        widget.setAccessibleDescription(words)


class _Asked(QObject):
    """Shows the tooltip of quantities when a widget is asked for one."""

    def __init__(self, widget: QWidget, keys: tuple[str | Place, ...]) -> None:
        super().__init__(widget)
        self._keys = keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        assert isinstance(watched, QWidget)
        found = [key if isinstance(key, str) else key(event.pos()) for key in self._keys]
        keys = [key for key in found if key is not None]
        if not keys:
            return False  # the widget shows its own
        own = f"<p>{html.escape(watched.toolTip())}</p>" if watched.toolTip() else ""
        QToolTip.setPalette(QApplication.palette())  # Qt keeps that of the first tooltip
        text = own + "".join(equation_tooltip(key) for key in keys)
        QToolTip.showText(event.globalPos(), text, watched)
        return True


def _file(key: str) -> Path:
    """Return the file of an outline; another equation or size has another name."""
    recipe = f"{EQUATIONS[key].latex}|{_TYPE}|{_INK}"
    return cache_folder() / f"{key}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}.svg"


def _look() -> tuple[str, float, float]:
    """Return colour of type in tooltips, its size in pixels, and screen pixels for each of them."""
    colour = QApplication.palette().color(QPalette.ColorRole.ToolTipText).name()
    height = QFontMetricsF(QToolTip.font()).height() / 1.2
    screen = QGuiApplication.primaryScreen()
    return colour, height, screen.devicePixelRatio() if screen is not None else 1.0


@lru_cache(maxsize=128)
def _picture(svg: str, colour: str, pixels: float, ratio: float) -> str | None:
    """Return an <img> of an outline, drawn for exactly the pixels that it will take."""
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg.replace(_INK, colour).encode()))
    size = renderer.viewBoxF().size() * (_ENLARGED * pixels / _TYPE)
    if not renderer.isValid() or size.isEmpty() or size.width() > 4000:
        return None
    width, height = math.ceil(size.width()), math.ceil(size.height())
    image = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    text = base64.b64encode(buffer.data().data()).decode()
    return f"<img src='data:image/png;base64,{text}' width='{width}' height='{height}'>"
