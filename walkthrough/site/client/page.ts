import "./style/tokens.css";
import "./style/base.css";
